import json


def stringify(value, **options):
    return json.dumps(value, ensure_ascii=False, **options)


def try_parse(text):
    try:
        return json.loads(text)
    except ValueError:
        return None
