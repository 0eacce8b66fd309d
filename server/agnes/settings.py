"""The settings, read once at the start from `AGNES_…` in the environment.

An unknown name or a bad value raises SettingsError with one line that names the setting, its value and what
is allowed. Nothing below the composition root reads the environment; parts are given the values they need.
"""

import difflib
import ipaddress
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, ValidationError

from agnes.web.origin import parse_origin

PREFIX: Final = "AGNES_"
REDIS_SCHEMES: Final = ("redis", "rediss", "redis+cluster", "unix")
SECRET_MIN: Final = 16  # bytes: 128 bits where it is drawn at random
_SHOWN_MAX: Final = 80
_PLAIN_URL: Final = re.compile(r"(?:[\w+.-]+://)?[\w.-]*(?::\d{1,6})?(?:/[\w./-]*)?", re.ASCII)


class SettingsError(ValueError):
    """The start cannot go on; the text is one line for whoever starts the server."""


def load_settings(environ: Mapping[str, str]) -> "Settings":
    """The settings that `environ` says, an empty value being none; SettingsError for the first fault."""
    fields = {PREFIX + name.upper(): name for name in Settings.model_fields}
    given = {name: value.strip() for name, value in environ.items() if name.upper().startswith(PREFIX)}
    for name in sorted(given):
        if name not in fields:
            near = difflib.get_close_matches(name.upper(), fields, n=1, cutoff=0.75)
            raise SettingsError(
                f"{_printable(name)} is not a setting" + (f": did you mean {near[0]}?" if near else "")
            )
    try:
        return Settings.model_validate({fields[name]: value for name, value in given.items() if value})
    except ValidationError as error:
        raise SettingsError(_first_fault(error, given)) from None


def secret_key(settings: "Settings") -> bytes:
    """The key that signs who people are: at least SECRET_MIN bytes, the same at every start.

    That of the settings; with the embedded database one is made at the first start and kept in the data
    folder, readable by its owner alone. Two starts at once agree on one. Raises SettingsError.
    """
    if settings.secret_key is not None:
        return _long_enough(settings.secret_key.get_secret_value().encode(), "AGNES_SECRET_KEY")
    if settings.secret_key_file is not None:
        return _long_enough(
            _read_key(settings.secret_key_file), f"AGNES_SECRET_KEY_FILE={settings.secret_key_file}"
        )
    if settings.redis_url is not None:
        raise SettingsError(
            "AGNES_SECRET_KEY (or AGNES_SECRET_KEY_FILE) is needed with AGNES_REDIS_URL: "
            "every process that shares a database must sign with the same key"
        )
    path = settings.data_dir / "secret.key"
    if not path.exists():
        _make_key(path)
    return _long_enough(_read_key(path), str(path))


class Row(NamedTuple):
    """A line of the table of settings: `AGNES_…`, the default as text, what it means and what it takes."""

    name: str
    default: str
    meaning: str


def describe_settings() -> list[Row]:
    """Every setting, in the order in which the documentation shows them."""
    return [
        Row(PREFIX + name.upper(), _default_text(field.default), f"{field.description}; {_allowed(name)}")
        for name, field in Settings.model_fields.items()
    ]


def _default_text(default: object) -> str:
    if isinstance(default, Path):
        return f"./{default}"
    return "none" if default in (None, ()) else str(default)


def _redis_url(url: str) -> str:
    parts = urlsplit(url)
    hosts = parts.netloc.rpartition("@")[2]
    for host in hosts.split(",") if parts.scheme.endswith("+cluster") else [hosts]:
        _ = urlsplit(f"//{host}").port  # raises ValueError for a port that is none
    if parts.scheme not in REDIS_SCHEMES or not (parts.path if parts.scheme == "unix" else parts.hostname):
        raise ValueError("not a database")
    return url


def _public_url(url: str) -> str:
    return parse_origin(url.removesuffix("/"))


def _words(value: object) -> object:
    """A list in the environment is words apart by commas or spaces."""
    return tuple(re.split(r"[\s,]+", value.strip(" ,"))) if isinstance(value, str) else value


def _origins(origins: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(parse_origin(origin.removesuffix("/")) for origin in origins))


def _networks(networks: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(
        str(ipaddress.ip_network(network)) if "/" in network else str(ipaddress.ip_address(network))
        for network in networks
    )


def _host(host: str) -> str:
    try:
        return str(ipaddress.ip_address(host.removeprefix("[").removesuffix("]")))
    except ValueError:
        if not re.fullmatch(r"(?=.{1,253}$)[a-zA-Z0-9_]([a-zA-Z0-9_.-]*[a-zA-Z0-9_])?", host) or re.fullmatch(
            r"[0-9.]+", host
        ):
            raise
    return host


def _setting(default: Any, meaning: str, allowed: str, **limits: Any) -> Any:
    return Field(default, description=meaning, json_schema_extra={"allowed": allowed}, **limits)


class Settings(BaseModel):
    """All settings, checked. Made by load_settings; tests name only what they change."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=False, hide_input_in_errors=True)

    host: Annotated[str, AfterValidator(_host)] = _setting(
        "127.0.0.1",
        "the address listened on; 0.0.0.0 is every IPv4 address of the machine",
        "an IP address or a host name, without a port",
    )
    port: int = _setting(
        8000, "the port listened on; 0 takes a free one", "a whole number from 0 to 65535", ge=0, le=65535
    )
    data_dir: Path = _setting(
        Path("var"), "where the embedded database and the secret key are kept", "a folder"
    )
    redis_url: Annotated[str, AfterValidator(_redis_url)] | None = _setting(
        None,
        "use this database in place of the embedded one",
        "redis://…, rediss://…, redis+cluster://… or unix:///path",
        repr=False,
    )
    secret_key: SecretStr | None = _setting(
        None,
        "signs who people are; made once and kept in the data folder, but needed with an outside database",
        f"at least {SECRET_MIN} bytes that nobody can guess",
    )
    secret_key_file: Path | None = _setting(
        None, "a file that holds the secret key, in place of AGNES_SECRET_KEY", "a file that can be read"
    )
    public_url: Annotated[str, AfterValidator(_public_url)] | None = _setting(
        None,
        "what links say, and the origin that may connect; without it the addresses listened on",
        "http://host or https://host, with :port where needed, without a path",
    )
    origins: Annotated[tuple[str, ...], BeforeValidator(_words), AfterValidator(_origins)] = _setting(
        (),
        "origins that may connect beside AGNES_PUBLIC_URL",
        "http(s)://host[:port], several apart by commas or spaces; no wildcards",
    )
    # None by default, loopback neither: without a proxy every client on this machine is such a peer and could
    # claim any address. Who puts a proxy in front names it here.
    trusted_proxies: Annotated[tuple[str, ...], BeforeValidator(_words), AfterValidator(_networks)] = (
        _setting(
            (),
            "proxies whose X-Forwarded-For and X-Forwarded-Proto are believed",
            "IP addresses or networks such as 10.0.0.0/8, several apart by commas or spaces",
        )
    )
    connections_per_address: int = _setting(
        2000,
        "connections that one address may have open at once: a household or a school has one; "
        "trusted proxies have no limit",
        "a whole number from 10 to 60000",
        ge=10,
        le=60000,
    )
    grace_s: int = _setting(
        120,
        "seconds after which an absent player's seat counts as given up",
        "a whole number from 1 to 86400",
        ge=1,
        le=86400,
    )
    bot_speed: float = _setting(
        1.0,
        "how many times as quick as people the server's own players move",
        "a number from 0.25 to 20",
        ge=0.25,
        le=20,
    )
    lobby_s: int = _setting(
        86400,
        "seconds for which a lobby that nobody touches is kept",
        "a whole number from 10 to 2592000",
        ge=10,
        le=2592000,
    )
    keep_days: int = _setting(
        30, "days for which finished races are kept", "a whole number from 1 to 3650", ge=1, le=3650
    )
    log_format: Literal["text", "json"] = _setting(
        "text", "how the log is written; json for machines", "text or json"
    )
    log_level: Literal["debug", "info", "warning", "error"] = _setting(
        "info", "the least that is logged", "debug, info, warning or error"
    )


def _allowed(name: str) -> str:
    extra = Settings.model_fields[name].json_schema_extra
    assert isinstance(extra, dict)
    return str(extra["allowed"])


def _first_fault(error: ValidationError, given: Mapping[str, str]) -> str:
    field = str(error.errors(include_url=False, include_input=False)[0]["loc"][0])
    name = PREFIX + field.upper()
    line = f"{name}={_shown(field, given[name])}: must be {_allowed(field)}"
    if field == "port" and given[name].startswith("tcp://"):
        # Kubernetes sets this for every container beside a Service of the name `agnes`.
        line += " (set by Kubernetes for a Service named agnes? Then switch enableServiceLinks off)"
    return line


def _shown(field: str, value: str) -> str:
    if field == "secret_key":
        return "(not shown)"
    if "@" in value or (field == "redis_url" and not _PLAIN_URL.fullmatch(value)):
        # A password stands before an @, among the parameters, or anywhere in a URL that is malformed.
        value = (value.partition("://")[0] + "://" if "://" in value else "") + "***"
    return _printable(value)


def _printable(text: str) -> str:
    """On one line, without control characters, and not endless."""
    shown = ascii(text)[1:-1]
    return shown if len(shown) <= _SHOWN_MAX else shown[:_SHOWN_MAX] + "…"


def _long_enough(key: bytes, source: str) -> bytes:
    if len(key) < SECRET_MIN:
        raise SettingsError(f"{source}: must be at least {SECRET_MIN} bytes, is {len(key)}")
    return key


def _read_key(path: Path) -> bytes:
    try:
        return path.read_bytes().strip()
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read ({error.strerror})") from None


def _make_key(path: Path) -> None:
    """Written aside, then linked to its name: that fails if another start was first, and its key counts."""
    aside = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside.touch(mode=0o600, exist_ok=False)
        try:
            aside.write_text(secrets.token_hex(32) + "\n")
            path.hardlink_to(aside)
        except FileExistsError:
            pass
        finally:
            aside.unlink()
    except OSError as error:
        raise SettingsError(f"{path}: cannot be made ({error.strerror})") from None
