"""Every setting is read, and every fault stops the start with one line that helps."""

import concurrent.futures
import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from agnes.settings import Settings, SettingsError, _make_key, describe_settings, load_settings, secret_key

SECRET = "correct horse battery staple"


def fault(**environ: str) -> str:
    with pytest.raises(SettingsError) as caught:
        load_settings({f"AGNES_{name}": value for name, value in environ.items()})
    line = str(caught.value)
    assert "\n" not in line
    assert len(line) < 400
    return line


def test_the_defaults() -> None:
    settings = load_settings({"PATH": "/bin", "PORT": "99999"})
    assert settings == Settings()
    assert (settings.host, settings.port, settings.data_dir) == ("127.0.0.1", 8000, Path("var"))
    assert (settings.grace_s, settings.log_format, settings.log_level) == (120, "text", "info")
    assert (settings.redis_url, settings.secret_key, settings.public_url) == (None, None, None)
    assert (settings.trusted_proxies, settings.origins) == ((), ())


def test_every_setting_is_read() -> None:
    environ = {
        "AGNES_HOST": "::1",
        "AGNES_PORT": "0",
        "AGNES_DATA_DIR": "/srv/agnes",
        "AGNES_REDIS_URL": "rediss://user:pw@db.example:6380/2",
        "AGNES_SECRET_KEY": SECRET,
        "AGNES_SECRET_KEY_FILE": "/run/secrets/agnes",
        "AGNES_PUBLIC_URL": "https://Agnes.Example/",
        "AGNES_ORIGINS": "https://a.example, http://b.example:8080  https://[::1]:443,https://a.example",
        "AGNES_TRUSTED_PROXIES": "10.0.0.0/8 ::1",
        "AGNES_CONNECTIONS_PER_ADDRESS": "300",
        "AGNES_GRACE_S": "5",
        "AGNES_BOT_SPEED": "2.5",
        "AGNES_LOBBY_S": "60",
        "AGNES_KEEP_DAYS": "7",
        "AGNES_LOG_FORMAT": "json",
        "AGNES_LOG_LEVEL": "debug",
    }
    assert set(environ) == {row.name for row in describe_settings()}
    assert load_settings(environ) == Settings(
        host="::1",
        port=0,
        data_dir=Path("/srv/agnes"),
        redis_url="rediss://user:pw@db.example:6380/2",
        secret_key=SecretStr(SECRET),
        secret_key_file=Path("/run/secrets/agnes"),
        public_url="https://agnes.example",
        origins=("https://a.example", "http://b.example:8080", "https://[::1]"),
        trusted_proxies=("10.0.0.0/8", "::1"),
        connections_per_address=300,
        grace_s=5,
        bot_speed=2.5,
        lobby_s=60,
        keep_days=7,
        log_format="json",
        log_level="debug",
    )


def test_an_empty_value_is_no_value() -> None:
    assert load_settings({row.name: " " for row in describe_settings()}) == Settings()


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("POTR", "AGNES_PORT"),
        ("REDIS", "AGNES_REDIS_URL"),
        ("ORIGIN", "AGNES_ORIGINS"),
        ("SECRET_KEYFILE", "AGNES_SECRET_KEY_FILE"),
        ("GRACE", "AGNES_GRACE_S"),
    ],
)
def test_an_unknown_name_is_told_with_the_one_that_was_meant(name: str, near: str) -> None:
    assert fault(**{name: "1"}) == f"AGNES_{name} is not a setting: did you mean {near}?"


def test_a_name_like_no_other_is_told_plainly() -> None:
    assert fault(COLOUR_OF_TABLE="green") == "AGNES_COLOUR_OF_TABLE is not a setting"


def test_a_name_in_other_capitals_is_a_near_miss() -> None:
    with pytest.raises(SettingsError, match=r"^agnes_port is not a setting: did you mean AGNES_PORT\?$"):
        load_settings({"agnes_port": "8000"})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "65536"),
        ("PORT", "-1"),
        ("PORT", "http"),
        ("HOST", "127.0.0.1:8000"),
        ("HOST", "http://localhost"),
        ("HOST", "1.2.3"),
        ("REDIS_URL", "http://localhost:6379"),
        ("REDIS_URL", "localhost:6379"),
        ("REDIS_URL", "redis://"),
        ("REDIS_URL", "redis://localhost:port"),
        ("REDIS_URL", "unix://"),
        ("PUBLIC_URL", "agnes.example"),
        ("PUBLIC_URL", "https://agnes.example/play"),
        ("ORIGINS", "*"),
        ("ORIGINS", "https://a.example https://*.example"),
        ("ORIGINS", '["https://a.example"]'),
        ("TRUSTED_PROXIES", "proxy"),
        ("TRUSTED_PROXIES", "10.0.0.1/8"),
        ("GRACE_S", "0"),
        ("GRACE_S", "1.5"),
        ("LOBBY_S", "9"),
        ("KEEP_DAYS", "0"),
        ("LOG_FORMAT", "xml"),
        ("LOG_LEVEL", "loud"),
    ],
)
def test_a_bad_value_is_named_with_what_is_allowed(name: str, value: str) -> None:
    line = fault(**{name: value})
    assert line.startswith(f"AGNES_{name}=")
    assert ": must be " in line


def test_the_value_is_shown() -> None:
    assert fault(PORT="99999") == "AGNES_PORT=99999: must be a whole number from 0 to 65535"


def test_the_port_that_kubernetes_sets_for_a_service_is_explained() -> None:
    assert "enableServiceLinks" in fault(PORT="tcp://10.96.0.7:8000")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("REDIS_URL", "http://:hunter22@db.example"),
        ("REDIS_URL", "redis://:hunter22"),
        ("REDIS_URL", "redis://db.example:x?password=hunter22"),
        ("REDIS_URL", "hunter22@db.example"),
        ("PUBLIC_URL", "https://me:hunter22@agnes.example"),
        ("ORIGINS", "https://a.example https://me:hunter22@agnes.example"),
    ],
)
def test_no_password_is_shown(name: str, value: str) -> None:
    assert "hunter22" not in fault(**{name: value})


def test_secrets_stay_out_of_the_printed_settings() -> None:
    settings = load_settings({"AGNES_SECRET_KEY": SECRET, "AGNES_REDIS_URL": "redis://:hunter22@db"})
    assert SECRET not in repr(settings)
    assert "hunter22" not in repr(settings)


@given(st.sampled_from(describe_settings()), st.text(min_size=1, max_size=300))
def test_whatever_the_value_the_fault_is_one_line(row: tuple[str, str, str], value: str) -> None:
    line = ""
    try:
        load_settings({row[0]: value})
    except SettingsError as error:
        line = str(error)
    assert line.isprintable()


def test_a_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path / "new" / "var")
    key = secret_key(settings)
    assert secret_key(settings) == key
    assert len(key) >= 32
    (path,) = settings.data_dir.iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_starts_at_the_same_moment_agree_on_one_key(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path)
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(secret_key, [settings] * 64))
    assert len(keys) == 1
    assert os.listdir(tmp_path) == ["secret.key"]  # noqa: PTH208 - the names alone


def test_the_start_that_comes_second_leaves_the_key_of_the_first(tmp_path: Path) -> None:
    """Both saw no key and set out to make one: the moment between looking and making, without the luck."""
    key = secret_key(Settings(data_dir=tmp_path))
    _make_key(tmp_path / "secret.key")
    assert secret_key(Settings(data_dir=tmp_path)) == key


def test_a_given_key_is_taken_and_nothing_is_made(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text(SECRET + "\n")
    var = tmp_path / "var"
    assert secret_key(Settings(secret_key=SecretStr(SECRET), data_dir=var)) == SECRET.encode()
    assert secret_key(Settings(secret_key_file=file, data_dir=var)) == SECRET.encode()
    assert not var.exists()


def test_an_outside_database_needs_a_key_of_its_own(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"AGNES_SECRET_KEY .*is needed with AGNES_REDIS_URL"):
        secret_key(Settings(redis_url="redis://db.example", data_dir=tmp_path))


def test_a_short_key_is_refused_without_being_shown() -> None:
    with pytest.raises(SettingsError, match=r"^AGNES_SECRET_KEY: must be at least 16 bytes, is 7$"):
        secret_key(Settings(secret_key=SecretStr("hunter2")))


def test_a_key_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="absent: cannot be read"):
        secret_key(Settings(secret_key_file=tmp_path / "absent"))


def test_a_data_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match="cannot be made"):
        secret_key(Settings(data_dir=tmp_path / "file" / "var"))


def test_the_table_says_what_each_setting_takes() -> None:
    rows = {row.name: row for row in describe_settings()}
    assert rows["AGNES_DATA_DIR"].default == "./var"
    assert rows["AGNES_ORIGINS"].default == "none"
    assert rows["AGNES_PORT"].meaning.endswith("a whole number from 0 to 65535")
