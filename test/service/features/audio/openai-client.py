"""The main calls of OpenAI's client for Python, unchanged: prints what each answered, as one JSON object."""

import json
import sys

import openai

base_url, api_key, file = sys.argv[1:]
client = openai.OpenAI(base_url=base_url, api_key=api_key, max_retries=0)
stranger = openai.OpenAI(base_url=base_url, api_key="sk_live_of_somebody_else", max_retries=0)


def transcribe(**options):
    with open(file, "rb") as recording:
        return client.audio.transcriptions.create(file=recording, model="whisper-1", **options)


def refusal(call):
    try:
        call()
    except openai.APIStatusError as error:
        return [type(error).__name__, error.code, error.param, error.type]


formats = ["json", "text", "srt", "vtt", "verbose_json", "diarized_json"]
answers = {name: transcribe(response_format=name) for name in formats}
verbose = transcribe(response_format="verbose_json", timestamp_granularities=["word", "segment"])
with open(file, "rb") as recording:
    translated = client.audio.translations.create(file=recording, model="whisper-1").text

print(json.dumps({
    **{name: one if isinstance(one, str) else one.text for name, one in answers.items()},
    "language": verbose.language,
    "words": len(verbose.words),
    "segments": len(verbose.segments),
    "speakers": [one.speaker for one in answers["diarized_json"].segments],
    "stream": [event.type for event in transcribe(stream=True)],
    "translated": translated,
    "models": [one.id for one in client.models.list()],
    "model": client.models.retrieve("whisper-base-q5_1").owned_by,
    "no_model": refusal(lambda: client.models.retrieve("whisper-of-nobody")),
    "wrong_field": refusal(lambda: transcribe(temperature=9)),
    "wrong_key": refusal(stranger.models.list),
}))
