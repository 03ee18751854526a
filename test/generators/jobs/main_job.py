"""The main job with the client of openapi-python-client: a recording goes in, its words come out."""

import os
import time
from pathlib import Path
from urllib.parse import urlsplit

from earshot_client import AuthenticatedClient, Client
from earshot_client.api.content import complete_upload, create_upload, get_content, get_transcript
from earshot_client.api.content import send_upload
from earshot_client.api.projects import create_project, get_project
from earshot_client.models import ErrorResponse, ProjectInput, UploadInput
from earshot_client.types import File

base, key, file = os.environ["BASE"], os.environ["KEY"], Path(os.environ["RECORDING"])
client = AuthenticatedClient(base_url=base, token=key)

project = create_project.sync(client=client, body=ProjectInput(name="Python")).data
upload = UploadInput(
    filename=file.name, content_type="audio/wav", size_bytes=file.stat().st_size
)
session = create_upload.sync(project.id, client=client, body=upload).data
token = urlsplit(session.upload_url).path.rsplit("/", 1)[-1]
with file.open("rb") as payload:
    sent = send_upload.sync(token, client=Client(base_url=base), body=File(payload=payload))
assert sent.data.size_bytes == file.stat().st_size, sent
complete_upload.sync(project.id, session.content_id, client=client)

for _ in range(240):
    recording = get_content.sync(project.id, session.content_id, client=client).data
    if recording.status in ("completed", "failed"):
        break
    time.sleep(0.25)
transcript = get_transcript.sync(project.id, session.content_id, client=client).data

refusal = get_project.sync("proj_unknown", client=client)
assert isinstance(refusal, ErrorResponse) and refusal.error.code == "not_found", refusal
assert transcript.created_at.tzinfo is not None, "a time is a time, not a text"
print(transcript.text)
