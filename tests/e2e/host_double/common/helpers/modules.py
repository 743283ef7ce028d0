import fnmatch
import importlib
import importlib.util
import inspect
import os
import sys

from helpers.files import get_abs_path


def import_module(path):
    """Loads a file under its bare name; it is not put into sys.modules."""
    path = get_abs_path(path)
    name = os.path.basename(path).replace(".py", "")
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def load_classes_from_file(path, base_class, one_per_file=True):
    """Takes the alphabetically last subclass of a file, an imported one too."""
    members = inspect.getmembers(import_module(path), inspect.isclass)
    found = [c for _, c in reversed(members) if c is not base_class and issubclass(c, base_class)]
    return found[:1] if one_per_file else found


def load_classes_from_folder(folder, name_pattern, base_class, one_per_file=True):
    folder = get_abs_path(folder)
    names = sorted(
        n for n in os.listdir(folder) if fnmatch.fnmatch(n, name_pattern) and n.endswith(".py")
    )
    classes = []
    for name in names:
        classes += load_classes_from_file(os.path.join(folder, name), base_class, one_per_file)
    return classes


def purge_namespace(namespace):
    gone = [n for n in sys.modules if n == namespace or n.startswith(namespace + ".")]
    for name in gone:
        del sys.modules[name]
    importlib.invalidate_caches()
    return gone
