"""Talks to the Tillbridge on this computer. One file, Python 3.9 or newer, nothing but the standard library.

Copy it beside your program. README.md in this folder has an example; charge_once.py is a whole program.

- A port belongs to whichever program takes it first. With `identity` (what `token create --json` or a pairing gave),
  every connection is asked for a signature before a token or a body goes over it.
- Operations are sent under a request id that you make and store BEFORE you send. The bridge carries each id out at most
  once, so the same id may be sent again after anything at all.
- What goes wrong is raised as a subclass of TillbridgeError; decide by its class, and by `code` where it is Refused.

One Tillbridge may be used by several threads.
"""

import base64
import email.utils
import functools
import hashlib
import hmac
import http.client
import io
import json
import random
import re
import secrets
import socket
import threading
import time
import urllib.parse

__all__ = [
    "FINAL_STATES",
    "Event",
    "IdentityChanged",
    "NoAnswer",
    "NotRunning",
    "OutcomeUnknown",
    "Pairing",
    "Refused",
    "Tillbridge",
    "TillbridgeError",
    "VersionUnsupported",
    "is_final",
    "is_from_the_bridge",
    "minor",
    "new_request_id",
    "pair",
]

API_VERSION = "v1"

FINAL_STATES = ("succeeded", "failed", "cancelled", "expired")


def is_final(operation):
    """Nothing about the operation can change any more. Read `state`: final is not the same as succeeded."""
    return operation["state"] in FINAL_STATES


def is_from_the_bridge(secret, headers, body, now=None):
    """Whether what came to the address of a webhook is from the bridge: check it before you believe anything.

    secret   What `set_webhook` answered.
    headers  A mapping; the names may be in any capitals.
    body     The bytes as they came.

    False for what is older or newer than five minutes.
    """
    given = {str(name).lower(): str(value) for name, value in headers.items()}
    timestamp = given.get("tillbridge-timestamp", "")
    signature = given.get("tillbridge-signature", "")
    if not re.fullmatch("[0-9]{1,12}", timestamp, re.ASCII) or not signature.isascii():
        return False
    if abs((time.time() if now is None else now) - int(timestamp)) > 300:
        return False
    expected = hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(f"v1={expected}", signature)


def minor(value, currency):
    """`minor(1234, "EUR")` is 12.34 EUR. Raises TypeError or ValueError for anything but a whole number from 1."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError("An amount is a whole number of minor units (an int), never a float.")
    if not 1 <= value <= 2**53 - 1:
        raise ValueError("An amount is a whole number of minor units, from 1.")
    if not isinstance(currency, str) or re.fullmatch("[A-Z]{3}", currency) is None:
        raise ValueError("A currency is an ISO 4217 code of three capital letters.")
    return {"value": value, "currency": currency}


def new_request_id():
    """128 random bits. Store it with what you are about to send, then send."""
    return secrets.token_hex(16)


# ---- What can go wrong -----------------------------------------------------------------------------------------------


class TillbridgeError(Exception):
    """All that this file raises, but TypeError and ValueError for what it is called with."""


class NotRunning(TillbridgeError):
    """Nothing listens there, or something that is not Tillbridge (`reason`). Nothing was sent to it."""

    def __init__(self, reason="no-connection"):
        super().__init__(
            "Tillbridge does not answer. Is it running on this computer, at this port?"
            if reason == "no-connection"
            else "Something else than Tillbridge listens at this port. Nothing was sent to it."
        )
        self.reason = reason


class VersionUnsupported(TillbridgeError):
    """The bridge does not speak the version of the API that this file is written for. Nothing was sent to it."""

    def __init__(self, api_versions):
        spoken = ", ".join(map(str, api_versions)) or "none"
        super().__init__(
            f"This Tillbridge speaks other versions of the API ({spoken}) than this client ({API_VERSION})."
        )
        self.api_versions = api_versions


class IdentityChanged(TillbridgeError):
    """Who listens there did not prove the identity that you pinned. No token was sent.

    `reason`: `another-key`, or `relayed` (the right key signed, but for another connection: a program stands between).
    """

    def __init__(self, reason):
        super().__init__(
            "A program stands between this one and the Tillbridge that was pinned. Find out which program listens at "
            "this port."
            if reason == "relayed"
            else "The program at this port does not hold the key of the Tillbridge that was pinned. It was installed "
            "anew, or it is another program. Pin it anew only after somebody has looked."
        )
        self.reason = reason


class Refused(TillbridgeError):
    """Tillbridge says no. Decide by `code`, which is stable; `problem` is the whole answer (RFC 9457)."""

    def __init__(self, problem, retry_after=None):
        super().__init__(f"{problem['title']}: {problem.get('detail', '')}")
        self.code = problem["code"]
        self.status = problem["status"]
        self.problem = problem
        self.retry_after = retry_after

    @property
    def is_conclusive(self):
        """Whether it proves that no earlier sending of the same request, by this program, was accepted either. A token that was
        made anew is another program: look at operations(transId=...) before a charge is made again."""
        return self.code in CONCLUSIVE


class OutcomeUnknown(TillbridgeError):
    """An operation was sent and no answer came. Send the same request id with the same body again; never a new one."""

    def __init__(self, request_id, kind):
        super().__init__(
            f"Whether the operation {kind} was accepted is not known. Send the same request id ({request_id}) with the "
            "same body again; do not make a new request of it."
        )
        self.request_id = request_id
        self.kind = kind


class NoAnswer(TillbridgeError):
    """A question that changes nothing had no usable answer in time. Ask again."""

    def __init__(self):
        super().__init__("No usable answer came in time. Nothing was changed by asking; ask again.")


# ---- What is sent again ----------------------------------------------------------------------------------------------
# Only reads, operations under their request id, and taking an operation back. The lists are those of the client for
# TypeScript (client/src/line/retry.ts), which says why; a test compares them.

NOTHING_DONE = frozenset(("too-many-requests", "too-many-at-once", "request-timeout", "stopping"))
LEFT_OPEN = frozenset(("internal-error", "storage-failed", "operation-altered", "token-revoked"))
CONCLUSIVE = frozenset(
    (
        "request-id-reused",
        "invalid-input",
        "offline",
        "destination-changed",
        "queue-full",
        "refund-exceeds-captured",
        "capture-exceeds-authorized",
        "capture-not-named",
        "refund-limit",
        "refunded-elsewhere",
        "office-away",
        "confirmation-refused",
        "confirmation-missed",
        "confirmation-impossible",
        "payment-reversed",
        "payment-refunded",
        "payment-captured",
        "reversal-differs",
        "dcc-quote-void",
        "too-late",
    )
)
PASSING_FOR_EVENTS = NOTHING_DONE - {"request-timeout"} | {"too-many-streams", "sealed", "internal-error"}

# The position before the first event of a bridge: `events(after=BEGINNING)` tells all that ever happened there.
BEGINNING = {"seq": 0, "hash": None, "journal": None}

_LONGEST_RETRY_AFTER = 60.0
_LONGEST_ANSWER = 64 * 1024 * 1024
# Of the answer to who listens there: any program can give it.
_LONGEST_INTRODUCTION = 64 * 1024
_LONGEST_EVENT = 8 * 1024 * 1024
_LONGEST_HEAD = 64 * 1024
_CONFIRMATION_SECONDS = 60
_STREAM_DEAD_AFTER = 45.0


class Tillbridge:
    """One bridge, with the token of one program.

    base_url   `http://127.0.0.1:PORT`, as the ready line or the till's settings show it.
    identity   {"keyId": ..., "publicKey": PEM}, as `token create --json` or a pairing gave it. Without it the token
               goes to whatever calls itself Tillbridge at this port.
    timeout    Seconds for a whole call with all its attempts, beside what it asks the bridge to wait.
    """

    def __init__(self, base_url, token, identity=None, timeout=30.0, max_retries=3):
        if not isinstance(token, str) or re.fullmatch("[!-~]{1,256}", token) is None:
            raise ValueError("token must have 1 to 256 visible ASCII characters.")
        self._address = _Address(base_url)
        self._token = token
        self._public_key = None if identity is None else _ed25519_key(identity["publicKey"])
        self._timeout = timeout
        self._max_retries = max_retries
        self._idle = []

    def __repr__(self):
        return f"Tillbridge({self._address.origin!r})"

    # -- operations --

    def submit(self, kind, body, *, request_id, wait_seconds=0):
        """The operation as it stands; read its `state`. Raises OutcomeUnknown where it may have been accepted all the
        same. `request_id` is yours: stored before this is called, and the same for every repetition."""
        _check_request_id(request_id)
        by_hand = kind == "refund-unreferenced" or body.get("messageType") == "CREDIT"
        return self._call(
            "POST",
            f"/v1/operations/{urllib.parse.quote(kind, safe='')}",
            body=body,
            operation=(request_id, kind),
            wait_seconds=wait_seconds,
            # Before a manual refund the till asks a person; no answer comes until then.
            person_seconds=_CONFIRMATION_SECONDS if by_hand else 0,
        )

    def operation(self, operation_id, wait_seconds=0):
        """With `wait_seconds` (to 120), answers when it has come to rest, or after so long."""
        return self._call("GET", f"/v1/operations/{urllib.parse.quote(operation_id, safe='')}", wait_seconds=wait_seconds)

    def operations(self, **query):
        """All that match (state, payId, kind, after, limit, ...), page by page, as they are needed."""
        while True:
            page = self.get("/v1/operations", **query)
            yield from page["operations"]
            if page["next"] is None:
                return
            query["after"] = page["next"]

    def cancel(self, operation_id):
        """Takes back what was not sent to the gateway yet; Refused with `not-cancellable` afterwards."""
        return self._call("POST", f"/v1/operations/{urllib.parse.quote(operation_id, safe='')}/cancel", body={})

    def wait_until_final(self, operation_id, timeout=None, or_needs_person=True):
        """Waits until nothing can change any more. Returns earlier after `timeout` seconds, and where only a person can
        settle it (unless `or_needs_person` is False): then it is not final."""
        ends = None if timeout is None else time.monotonic() + timeout
        wait_seconds = 0
        while True:
            left = 86_400.0 if ends is None else max(0.0, ends - time.monotonic())
            operation = self.operation(operation_id, wait_seconds=int(min(wait_seconds, left)))
            needs_person = operation["state"] == "needs-person"
            if is_final(operation) or (needs_person and or_needs_person):
                return operation
            left = 86_400.0 if ends is None else ends - time.monotonic()
            if left <= 0:
                return operation
            # The bridge answers at once where only a person can settle it, and cannot wait for less than a second.
            if needs_person:
                time.sleep(min(5.0, left))
            elif left < 1:
                time.sleep(left)
            wait_seconds = 25

    # -- reads --

    def get(self, path, **query):
        """Any address of the API that is read, as JSON."""
        return self._call("GET", path, query=query)

    def status(self):
        return self.get("/v1/status")

    def terminals(self):
        return self.get("/v1/terminals")["terminals"]

    def payment(self, pay_id):
        return self.get(f"/v1/payments/{urllib.parse.quote(pay_id, safe='')}")

    def payment_by_trans_id(self, trans_id):
        return self.get("/v1/payments", transId=trans_id)

    def shift(self, number=None):
        """The report of the shift that runs (X), or of a closed one (Z) by its number."""
        return self.get("/v1/shifts/current" if number is None else f"/v1/shifts/{int(number)}")

    # -- devices --

    def devices(self):
        return self.get("/v1/devices")["devices"]

    def print_document(self, device, document, *, request_id, wait_seconds=0, only_as_written=False):
        """The print job as it stands; read its `state`: only `printed` is the printer's own word, `doubtful` is never
        printed again by itself. Under the same `request_id` it is printed once. `document`: {"blocks": [...]}.
        `only_as_written`: refused where the printer lacks a character or a code does not fit."""
        _check_request_id(request_id)
        body = {"device": device, "document": document, **({"onlyAsWritten": True} if only_as_written else {})}
        return self._call("POST", "/v1/print-jobs", body=body, operation=(request_id, "print"), wait_seconds=wait_seconds)

    def print_job(self, job_id, wait_seconds=0):
        """With `wait_seconds` (to 120), answers when nothing more happens to it by itself, or after so long."""
        return self._call("GET", _job_path(job_id), wait_seconds=wait_seconds)

    def print_jobs(self, state="due"):
        """This program's own jobs in this state, the oldest first, page by page; each has its `ageSeconds`."""
        query = {"state": state}
        while True:
            page = self.get("/v1/print-jobs", **query)
            yield from page["printJobs"]
            if page["next"] is None:
                return
            query["after"] = page["next"]

    def cancel_print_job(self, job_id):
        """Takes back what is still due; Refused with `not-cancellable` afterwards."""
        return self._call("POST", f"{_job_path(job_id)}/cancel", body={})

    def decide_print_job(self, job_id, came_out, reprint=False):
        """For a doubtful job, after somebody has looked. `reprint`: it did not come out, print it again, marked COPY."""
        return self._call("POST", f"{_job_path(job_id)}/decide", body={"cameOut": came_out, "reprint": reprint})

    def open_drawer(self, drawer, reason, *, request_id=None):
        """One pulse for each `request_id`, however often it is sent; without one, for each call. `result`: `opened`, or
        `unknown` where the line broke."""
        request_id = new_request_id() if request_id is None else request_id
        _check_request_id(request_id)
        path = f"/v1/drawers/{urllib.parse.quote(drawer, safe='')}/open"
        return self._call("POST", path, body={"reason": reason}, operation=(request_id, "drawer"))

    def write_display(self, display, lines):
        """Two lines of 20 characters on a customer's display; none clear it. While a payment runs the till shows that,
        and these after it (`shown`). Nothing of it is stored: write it again after a restart."""
        path = f"/v1/displays/{urllib.parse.quote(display, safe='')}"
        return self._call("PUT", path, body={"lines": list(lines)})

    # -- events --

    def webhook(self):
        """Where this program's events are sent, or None."""
        return self.get("/v1/webhook")["webhook"]

    def set_webhook(self, url):
        """Asks for events to be sent there (None ends it); a person allows it. The `secret` of the signatures is in this
        answer only, and each call is a new registration."""
        return self._call("POST", "/v1/webhook", body={"url": url})

    def events(self, after=None, stop=None):
        """What happens at the till, as it happens, each record once, over lost lines and restarts.

        after   A `position` of an earlier event, as you stored it (it is plain JSON); BEGINNING: all there is; None: from now on.
        stop    A threading.Event that ends the stream.

        Raises only where going on is pointless: Refused (the token), IdentityChanged, VersionUnsupported.
        """
        position = after
        failures = 0
        stop = threading.Event() if stop is None else stop
        while not stop.is_set():
            floor = None
            try:
                for event in self._line(position, stop):
                    failures = 0
                    if event.position is not None:
                        position = event.position
                    yield event
            except Refused as refused:
                if refused.code not in PASSING_FOR_EVENTS:
                    raise
                floor = refused.retry_after
            except (NotRunning, NoAnswer):
                pass
            pause = min(30.0, 2.0**failures) * (0.5 + random.random() / 2)
            failures += 1
            stop.wait(max(min(floor or 0.0, _LONGEST_RETRY_AFTER), pause))

    def _line(self, after, stop):
        query = {} if after is None or after["hash"] is None else {"lastHash": after["hash"]}
        headers = {"Accept": "text/event-stream"}
        if after is not None:
            headers["Last-Event-ID"] = str(after["seq"])
        connection = self._connect(time.monotonic() + self._timeout)
        try:
            sent = connection.send("GET", _target("/v1/events", query), self._authorized(headers), None)
            if sent.status != 200:
                problem = _problem(sent.status, connection.read(sent, time.monotonic() + self._timeout))
                raise NoAnswer() if problem is None else Refused(problem, _retry_after(sent))
            reading = _Reading(after)
            for event in _server_events(connection.chunks(sent, _STREAM_DEAD_AFTER)):
                if stop.is_set():
                    return
                read = reading.read(*event)
                if read is not None:
                    yield read
        except _Lost:
            raise NoAnswer() from None
        finally:
            connection.close()

    # -- the line --

    def _authorized(self, headers):
        return {**headers, "Authorization": f"Bearer {self._token}"}

    def _connect(self, ends):
        """A new connection that was asked who listens there. Raises what `_meet` raises."""
        connection = _Connection(self._address, ends)
        try:
            _meet(connection, self._public_key, ends)
        except BaseException:
            connection.close()
            raise
        return connection

    def _take(self, ends):
        while self._idle:
            try:
                connection = self._idle.pop()
            except IndexError:
                break
            if connection.is_alive():
                return connection
            connection.close()
        return self._connect(ends)

    def _call(self, method, path, query=None, body=None, operation=None, wait_seconds=0, person_seconds=0):
        ends = time.monotonic() + self._timeout + wait_seconds + person_seconds
        target = _target(path, {**(query or {}), **({"wait": wait_seconds} if wait_seconds > 0 else {})})
        headers = self._authorized({} if body is None else {"Content-Type": "application/json"})
        if operation is not None:
            headers["Idempotency-Key"] = operation[0]
        sent_body = None if body is None else json.dumps(body, allow_nan=False).encode()
        maybe_sent = False
        for attempt in range(self._max_retries + 1):
            last = None
            try:
                answer, value = self._exchange(method, target, headers, sent_body, ends)
            except _Lost:
                maybe_sent = True
            except NotRunning as error:
                last = error
            except (IdentityChanged, VersionUnsupported) as error:
                raise self._end(operation, maybe_sent, error) from None
            except Refused as refused:
                # Said when it was asked who it is: nothing else was sent.
                last = refused
                if refused.code not in NOTHING_DONE:
                    raise self._end(operation, maybe_sent, refused) from None
            else:
                if 200 <= answer.status < 300 and isinstance(value, dict):
                    return value
                problem = _problem_in(answer.status, value)
                last = None if problem is None else Refused(problem, _retry_after(answer))
                # An answer that is not of this API may replace one that was cut.
                maybe_sent = maybe_sent or last is None or last.code in LEFT_OPEN
                if last is not None and last.code not in NOTHING_DONE | LEFT_OPEN:
                    raise self._end(operation, maybe_sent, last)
            floor = (last.retry_after if isinstance(last, Refused) else None) or 0.0
            pause = max(floor, min(8.0, 0.25 * 2**attempt) * (0.5 + random.random() / 2))
            too_late = floor > _LONGEST_RETRY_AFTER or time.monotonic() + pause >= ends
            if attempt == self._max_retries or too_late:
                break
            time.sleep(pause)
        raise self._end(operation, maybe_sent, last)

    @staticmethod
    def _end(operation, maybe_sent, last):
        """What is raised in the end. A refusal settles an earlier sending only where the bridge looked its id up."""
        if operation is not None and maybe_sent and not (isinstance(last, Refused) and last.is_conclusive):
            return OutcomeUnknown(*operation)
        return NoAnswer() if last is None else last

    def _exchange(self, method, target, headers, body, ends):
        connection = self._take(ends)
        try:
            answer = connection.send(method, target, headers, body, ends)
            text = connection.read(answer, ends)
        except BaseException:
            connection.close()
            raise
        if answer.will_close:
            connection.close()
        else:
            self._idle.append(connection)
        return answer, _json(text)


# ---- Events ----------------------------------------------------------------------------------------------------------


class Event:
    """`type` says which members are filled:

    operation   `operation` as it stood when this was sent (None: it cannot be found any more); take it only if its
                `revision` is higher than the one that you have. `record`, `at`, `state`: of the record itself.
    status      `status`, the body of /v1/status.
    open        The line stands; what comes after `head` is new.
    print-job   `print_job` as it stood when this was sent. `record`, `at`, `state`: of the record itself.
    device      `device`: how it is now. Each one at the beginning, then whenever it changes.
    scan        `scan`: what a scanner read that is not for the till itself. Told once, to those that listen.
    reset       Your position is not of this journal (restored, or another till): read operations() anew, go on from here.

    `position` is plain JSON: keep it in the same transaction as what you did about the event. None for
    `status`, `device` and `scan`.
    """

    __slots__ = (
        "at",
        "device",
        "head",
        "operation",
        "position",
        "print_job",
        "reason",
        "record",
        "scan",
        "state",
        "status",
        "type",
    )


    def __init__(self, type, position, **members):
        for name in self.__slots__:
            setattr(self, name, None)
        self.type = type
        self.position = position
        for name, value in members.items():
            setattr(self, name, value)

    def __repr__(self):
        return f"Event({self.type!r}, {self.position!r})"


class _Reading:
    """From events of the wire to those of this file, each number once."""

    def __init__(self, after):
        self._position = after

    def read(self, name, event_id, data):
        value = _json(data)
        if not isinstance(value, dict):
            return None
        if name == "status":
            return Event("status", None, status=value)
        if name in ("hello", "reset"):
            return self._begin(name, value)
        if name == "device":
            return Event("device", None, device=value)
        if name == "scan":
            return Event("scan", None, scan=value)
        return self._record(name, event_id, value) if name in ("operation", "print-job") else None

    def _begin(self, name, value):
        before = None if self._position is None else self._position["journal"]
        position = {"seq": int(value["seq"]), "hash": value.get("hash"), "journal": value.get("journal")}
        self._position = position
        if name == "reset":
            return Event("reset", position, reason=value.get("reason", "ahead"))
        if before is not None and position["journal"] is not None and position["journal"] != before:
            return Event("reset", position, reason="other-journal")
        return Event("open", position, head=value["head"])

    def _record(self, name, event_id, value):
        before = self._position
        if not event_id.isdigit() or (before is not None and int(event_id) <= before["seq"]):
            return None
        journal = None if before is None else before["journal"]
        self._position = {"seq": int(event_id), "hash": value.get("hash"), "journal": journal}
        return Event(
            name,
            self._position,
            record=value.get("type"),
            at=value.get("at"),
            state=value.get("state"),
            operation=value.get("operation"),
            print_job=value.get("printJob"),
        )


def _server_events(chunks):
    """Server-sent events off pieces of any size: (event, id, data)."""
    rest, name, event_id, data, held = b"", "message", "", [], 0
    for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            field, _, value = line.rstrip(b"\r").decode("utf-8", "replace").partition(":")
            value = value[1:] if value.startswith(" ") else value
            if field == "event":
                name = value
            elif field == "data":
                data.append(value)
                held += len(value) + 1
            elif field == "id":
                event_id = value
            elif line.rstrip(b"\r") == b"":
                if data:
                    yield name, event_id, "\n".join(data)
                name, data, held = "message", [], 0
        if len(rest) + held > _LONGEST_EVENT:
            raise _Lost()


# ---- Pairing ---------------------------------------------------------------------------------------------------------


class Pairing:
    """Show `code` (six digits) and let the person compare it with what the till shows; then call `granted()`."""

    def __init__(self, address, made):
        self._address = address
        self._made = made
        self.code = made["code"]
        self.expires_at = made["expiresAt"]

    def __repr__(self):
        return f"Pairing({self.code!r})"

    def granted(self):
        """{"token", "clientId", "name", "scopes", "identity"}, once: keep token and identity. Raises Refused
        (`pairing-refused`, `pairing-expired`) where it was not granted."""
        identity = {"keyId": self._made["keyId"], "publicKey": self._made["publicKey"]}
        key = _ed25519_key(identity["publicKey"])
        path = f"/v1/pairings/{urllib.parse.quote(self._made['id'], safe='')}?wait=20"
        headers = {"Authorization": f"Pairing {self._made['secret']}"}
        ends = time.monotonic() + 180
        lost = 0
        while True:
            try:
                # The secret is sent only to the program that was asked.
                said = _once(self._address, key, "GET", path, headers, None, ends)
            except (_Lost, NotRunning):
                lost += 1
                if lost > 5 or time.monotonic() >= ends:
                    raise NoAnswer() from None
                time.sleep(1)
                continue
            if said.get("state") == "granted":
                members = ("token", "clientId", "name", "scopes")
                return {**{name: said.get(name) for name in members}, "identity": identity}
            time.sleep(0.25)


def pair(base_url, name, scopes, timeout=15.0):
    """Asks to be paired; a person at the till's window grants it. Never sent twice by itself."""
    address = _Address(base_url)
    body = json.dumps({"name": name, "scopes": list(scopes)}).encode()
    headers = {"Content-Type": "application/json"}
    try:
        made = _once(address, None, "POST", "/v1/pairings", headers, body, time.monotonic() + timeout)
    except _Lost:
        raise NoAnswer() from None
    return Pairing(address, made)


def _once(address, public_key, method, target, headers, body, ends):
    connection = _Connection(address, ends)
    try:
        _meet(connection, public_key, ends)
        answer = connection.send(method, target, headers, body, ends)
        value = _json(connection.read(answer, ends))
    finally:
        connection.close()
    if 200 <= answer.status < 300 and isinstance(value, dict):
        return value
    problem = _problem_in(answer.status, value)
    if problem is None:
        raise NotRunning("not-tillbridge")
    raise Refused(problem, _retry_after(answer))


# ---- Connections -----------------------------------------------------------------------------------------------------


class _Lost(Exception):
    """No answer, or not all of it: what was sent may have arrived."""


class _Address:
    def __init__(self, base_url):
        url = urllib.parse.urlsplit(base_url)
        plain = url.path in ("", "/") and not url.query and not url.fragment and url.username is None
        # A token must not be sent to another computer.
        if url.scheme != "http" or not plain or url.hostname not in ("127.0.0.1", "::1", "localhost"):
            raise ValueError("base_url must be http://127.0.0.1:PORT, http://[::1]:PORT or http://localhost:PORT.")
        self.name = url.hostname
        self.port = url.port or 80
        named = f"[{self.name}]" if ":" in self.name else self.name
        # The value of the Host header, which the bridge signs.
        self.host = named if self.port == 80 else f"{named}:{self.port}"
        self.origin = f"http://{self.host}"


class _Head:
    """The lines of an answer's head, hints before it (100 Continue) included, as far as a head may go."""

    def __init__(self, stream):
        self._stream = stream
        self._left = _LONGEST_HEAD

    def readline(self, most=-1):
        line = self._stream.readline(most)
        self._left -= len(line)
        if self._left < 0:
            raise http.client.HTTPException("the head of the answer is too long")
        return line

    def close(self):
        self._stream.close()


class _Timely(io.RawIOBase):
    """What comes from a socket, as long as its connection may wait: also where it comes drop by drop."""

    def __init__(self, stream, arm):
        self._stream = stream
        self._arm = arm

    def readable(self):
        return True

    def readinto(self, buffer):
        self._arm()
        return self._stream.readinto(buffer)

    def close(self):
        if not self.closed:
            self._stream.close()
        super().close()


class _Answer(http.client.HTTPResponse):
    def __init__(self, arm, *args, **options):
        super().__init__(*args, **options)
        self.fp = io.BufferedReader(_Timely(self.fp.detach(), arm))

    def begin(self):
        stream = self.fp
        self.fp = _Head(stream)
        try:
            super().begin()
        finally:
            # None where the head already ended the connection.
            if self.fp is not None:
                self.fp = stream


class _Connection:
    """One connection, which never opens another one in its place. Proxies of the environment are not used."""

    def __init__(self, address, ends):
        self._host = address.host
        self._http = http.client.HTTPConnection(address.name, address.port, timeout=_left(ends))
        self._http.response_class = functools.partial(_Answer, self._arm)
        try:
            self._http.connect()
        except OSError as error:
            raise NotRunning() from error
        self._http.auto_open = 0
        self._socket = self._http.sock
        self._ends = None

    def own_end(self):
        address, port = self._socket.getsockname()[:2]
        return f"{address}\n{port}"

    def _arm(self):
        """Before each read: what is left of the whole wait."""
        if self._ends is None:
            return
        if time.monotonic() >= self._ends:
            raise TimeoutError("no answer in time")
        self._socket.settimeout(_left(self._ends))

    def is_alive(self):
        """Whether the other side has not ended it while nothing was asked."""
        try:
            self._socket.settimeout(0)
            self._socket.recv(1, socket.MSG_PEEK)
            return False
        except (BlockingIOError, InterruptedError):
            return True
        except OSError:
            return False

    def send(self, method, target, headers, body, ends=None):
        """As far as the head of the answer. Raises _Lost."""
        try:
            self._ends = ends
            self._socket.settimeout(_left(ends) if ends is not None else _STREAM_DEAD_AFTER)
            self._http.request(method, target, body=body, headers={**headers, "Host": self._host})
            return self._http.getresponse()
        except (OSError, http.client.HTTPException) as error:
            raise _Lost() from error

    def read(self, answer, ends, most=_LONGEST_ANSWER):
        parts = []
        size = 0
        try:
            self._ends = ends
            while True:
                part = answer.read1(65_536)
                if not part:
                    break
                parts.append(part)
                size += len(part)
                if size > most:
                    raise _Lost()
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise _Lost() from error
        if answer.length not in (None, 0):
            raise _Lost()
        # Lets the connection carry the next request.
        answer.close()
        return b"".join(parts)

    def chunks(self, answer, dead_after):
        try:
            self._ends = None
            self._socket.settimeout(dead_after)
            while True:
                part = answer.read1(65_536)
                if not part:
                    return
                yield part
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise _Lost() from error

    def close(self):
        self._http.close()


def _left(ends):
    """A socket's time-out until then; 0 would mean something else."""
    return max(0.001, ends - time.monotonic())


def _check_request_id(request_id):
    if not isinstance(request_id, str) or re.fullmatch("[!-~]{1,255}", request_id) is None:
        raise ValueError("request_id must have 1 to 255 visible ASCII characters.")


def _job_path(job_id):
    return f"/v1/print-jobs/{urllib.parse.quote(job_id, safe='')}"


def _target(path, query):
    given = {name: value for name, value in query.items() if value is not None}
    return path if not given else f"{path}?{urllib.parse.urlencode(given)}"


def _json(text):
    try:
        return json.loads(text)
    # A value that is nested too deeply is none of the bridge's.
    except (RecursionError, ValueError):
        return None


def _problem(status, text):
    return _problem_in(status, _json(text))


def _problem_in(status, value):
    is_one = isinstance(value, dict) and isinstance(value.get("code"), str) and isinstance(value.get("title"), str)
    return {**value, "status": status} if is_one and status >= 400 else None


def _retry_after(answer):
    """Seconds; None where nothing is said (RFC 9110, section 10.2.3)."""
    text = answer.getheader("Retry-After")
    if text is None:
        return None
    if re.fullmatch("[0-9]{1,9}", text):
        return float(text)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except (OverflowError, TypeError, ValueError):
        return None


# ---- Who listens there -----------------------------------------------------------------------------------------------


# What a bridge may answer in the place of its name. No key is proved by then, so any program can say it: only codes are
# believed that say nothing of any request. With any other problem it is not known to be Tillbridge.
_BEFORE_PROOF = NOTHING_DONE | {"sealed", "host-refused"}


def _meet(connection, public_key, ends):
    """Before anything else goes over a connection. Raises NotRunning, IdentityChanged, VersionUnsupported, Refused."""
    nonce = secrets.token_urlsafe(16)
    try:
        answer = connection.send("GET", f"/.well-known/tillbridge?nonce={nonce}", {}, None, ends)
        value = _json(connection.read(answer, ends, _LONGEST_INTRODUCTION))
    except _Lost as error:
        raise NotRunning() from error
    problem = _problem_in(answer.status, value)
    if problem is not None and problem["code"] in _BEFORE_PROOF:
        raise Refused(problem, _retry_after(answer))
    if answer.status != 200 or not isinstance(value, dict) or value.get("product") != "Tillbridge":
        raise NotRunning("not-tillbridge")
    if public_key is not None:
        host = connection._host
        of_connection = f"tillbridge-connection:1\n{nonce}\n{host}\n{connection.own_end()}"
        if not _is_signed(public_key, of_connection, value.get("connectionSignature")):
            is_its_key = _is_signed(public_key, f"tillbridge-identity:1\n{nonce}\n{host}", value.get("signature"))
            raise IdentityChanged("relayed" if is_its_key else "another-key")
    versions = value.get("apiVersions")
    versions = tuple(versions) if isinstance(versions, list) else ()
    if API_VERSION not in versions:
        raise VersionUnsupported(versions)


def _is_signed(public_key, text, signature):
    try:
        return isinstance(signature, str) and _ed25519_verify(public_key, text.encode(), base64.b64decode(signature))
    except ValueError:
        return False


# Ed25519 as RFC 8032 (section 5.1) has it. The standard library has none. It only checks signatures, so nothing secret
# is computed with and time tells nothing; one check takes some milliseconds, once a connection.

_P = 2**255 - 19
_Q = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_ROOT_OF_MINUS_1 = pow(2, (_P - 1) // 4, _P)
_SPKI = bytes.fromhex("302a300506032b6570032100")


def _ed25519_key(pem):
    """The 32 bytes in a public key (SPKI, PEM). Raises ValueError."""
    found = re.fullmatch(r"\s*-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----\s*", pem)
    der = b"" if found is None else base64.b64decode("".join(found[1].split()))
    if len(der) != 44 or not der.startswith(_SPKI) or _point(der[12:]) is None:
        raise ValueError("The pinned key is no Ed25519 public key in PEM.")
    return der[12:]


def _ed25519_verify(public_key, message, signature):
    if len(signature) != 64:
        return False
    a, r = _point(public_key), _point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= _Q:
        return False
    digest = hashlib.sha512(signature[:32] + public_key + message).digest()
    h = int.from_bytes(digest, "little") % _Q
    return _equal(_times(s, _BASE), _plus(r, _times(h, a)))


def _plus(left, right):
    a = (left[1] - left[0]) * (right[1] - right[0]) % _P
    b = (left[1] + left[0]) * (right[1] + right[0]) % _P
    c = 2 * left[3] * right[3] * _D % _P
    d = 2 * left[2] * right[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % _P, g * h % _P, f * g % _P, e * h % _P)


def _times(factor, point):
    sum_ = (0, 1, 1, 0)
    while factor > 0:
        if factor & 1:
            sum_ = _plus(sum_, point)
        point = _plus(point, point)
        factor >>= 1
    return sum_


def _equal(left, right):
    return (left[0] * right[2] - right[0] * left[2]) % _P == 0 and (left[1] * right[2] - right[1] * left[2]) % _P == 0


def _point(encoded):
    """None where these 32 bytes are no point of the curve."""
    y = int.from_bytes(encoded, "little")
    sign = y >> 255
    y &= 2**255 - 1
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P != 0:
        x = x * _ROOT_OF_MINUS_1 % _P
    if (x * x - square) % _P != 0 or (x == 0 and sign == 1):
        return None
    if x & 1 != sign:
        x = _P - x
    return (x, y, 1, x * y % _P)


_BASE = _point((4 * pow(5, -1, _P) % _P).to_bytes(32, "little"))
