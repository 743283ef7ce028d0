args = {}


def initialize():
    args["dockerized"] = True


def is_dockerized():
    return bool(args.get("dockerized"))


def is_development():
    return not is_dockerized()
