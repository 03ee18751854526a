"""Reads messages, one JSON object a line; says for each whether standardwebhooks accepts it."""

import base64
import json
import sys

from standardwebhooks import Webhook

for line in sys.stdin:
    message = json.loads(line)
    try:
        body = base64.b64decode(message["body"])
        Webhook(message["secret"]).verify(body, message["headers"], json_parse=False)
        print("accepted")
    except Exception as error:
        print("refused", type(error).__name__, error)
