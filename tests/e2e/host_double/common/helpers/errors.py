import traceback


class InterventionException(Exception):
    pass


class HandledException(Exception):
    pass


class RepairableException(Exception):
    pass


def error_text(error):
    return str(error)


def format_error(error, *_, **__):
    return "".join(traceback.format_exception(error))
