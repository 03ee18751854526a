"""Times of words that are known, from two aligners that have nothing in common.

Reads from stdin a JSON list of {"wav": mono 16 kHz 16 bit, "start": s, "end": s, "words": [...], "language": "en"}:
words said between two moments. Writes a list of {"acoustic": [[start, end] or null, ...], "synthetic": [...], "guessed": [...]}, one entry per word:
"acoustic" is PocketSphinx's forced alignment with its English model, null for all in other languages;
"synthetic" stretches the text as espeak-ng says it over the recording (dynamic time warping of MFCC),
the best of some voices, with pauses of any length between its words;
"guessed" are the words that PocketSphinx's dictionary lacks, whose sounds are espeak-ng's.
"""

import ctypes
import json
import re
import subprocess
import sys
import wave

import numpy as np
import pocketsphinx

RATE = 16000
HOP = RATE // 100

# ---------------------------------------------------------------- PocketSphinx

# espeak-ng's sounds (IPA) as the dictionary writes them; longest first.
SOUNDS = {
    "tʃ": "CH", "dʒ": "JH", "eɪ": "EY", "aɪ": "AY", "ɔɪ": "OY", "aʊ": "AW", "oʊ": "OW", "əʊ": "OW",
    "ɪə": "IH R", "eə": "EH R", "ʊə": "UH R", "ɜː": "ER", "ɑː": "AA", "ɔː": "AO", "iː": "IY", "uː": "UW",
    "ɚ": "ER", "ɝ": "ER", "ɐ": "AH", "ə": "AH", "ʌ": "AH", "æ": "AE", "ɛ": "EH", "e": "EH", "ɪ": "IH",
    "i": "IY", "ɒ": "AA", "ɑ": "AA", "ɔ": "AO", "ʊ": "UH", "u": "UW", "a": "AE", "o": "OW", "ᵻ": "IH",
    "p": "P", "b": "B", "t": "T", "d": "D", "k": "K", "ɡ": "G", "g": "G", "f": "F", "v": "V", "θ": "TH",
    "ð": "DH", "s": "S", "z": "Z", "ʃ": "SH", "ʒ": "ZH", "h": "HH", "m": "M", "n": "N", "ŋ": "NG",
    "l": "L", "ɫ": "L", "r": "R", "ɹ": "R", "w": "W", "j": "Y", "ɾ": "T", "ʔ": "T", "x": "K",
}  # fmt: skip
BY_LENGTH = sorted(SOUNDS, key=len, reverse=True)


def sounds_of(word):
    """How espeak-ng says a word, in the dictionary's sounds."""
    said = subprocess.run(
        ["espeak-ng", "-q", "--ipa", "-v", "en-us", word], capture_output=True, text=True, check=True
    ).stdout
    sounds, at = [], 0
    while at < len(said):
        found = next((sound for sound in BY_LENGTH if said.startswith(sound, at)), None)
        if found:
            sounds += SOUNDS[found].split()
        at += len(found) if found else 1
    return " ".join(sounds)


# Without the usual pruning, and with pauses likelier than the default: otherwise words grow into them.
SEARCH = {"silprob": 0.3, "bestpath": False, "dither": True, "beam": 1e-200, "pbeam": 1e-200, "wbeam": 1e-200}


def align_acoustic(samples, words):
    """PocketSphinx's forced alignment, first by words, then by their sounds."""
    decoder = pocketsphinx.Decoder(samprate=RATE, lm=None, loglevel="FATAL", **SEARCH)
    known, guessed = [], []
    for place, word in enumerate(words):
        plain = re.sub(r"[^a-z']", "", word.lower().replace("’", "'")).strip("'")
        if not plain or decoder.lookup_word(plain) is None:
            guessed.append(place)
            plain = f"guessed-{place}"
            sounds = sounds_of(word)
            if not sounds:
                continue
            decoder.add_word(plain, sounds, True)
        known.append((place, plain))
    times = [None] * len(words)
    decoder.set_align_text(" ".join(plain for _, plain in known))
    try:
        for by_sounds in (False, True):
            if by_sounds:
                decoder.set_alignment()
            decoder.start_utt()
            decoder.process_raw(samples.tobytes(), full_utt=True)
            decoder.end_utt()
    except RuntimeError:
        return times, guessed
    alignment = decoder.get_alignment()
    spoken = [] if alignment is None else [one for one in alignment.words() if not re.match(r"<|\[", one.name)]
    if len(spoken) != len(known):
        return times, guessed
    for (place, _), one in zip(known, spoken):
        times[place] = [one.start / 100, (one.start + one.duration) / 100]
    return times, guessed


# ------------------------------------------------------------------- espeak-ng


class Event(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int),
        ("unique_identifier", ctypes.c_uint),
        ("text_position", ctypes.c_int),
        ("length", ctypes.c_int),
        ("audio_position", ctypes.c_int),
        ("sample", ctypes.c_int),
        ("user_data", ctypes.c_void_p),
        ("id", ctypes.c_char * 8),
    ]


CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(Event))
SPEAKER = None


def speak(words, language, voice, pace):
    """The text in espeak-ng's voice: samples at RATE, and where each word begins."""
    global SPEAKER
    if SPEAKER is None:
        SPEAKER = ctypes.CDLL("libespeak-ng.so.1")
        SPEAKER.rate = SPEAKER.espeak_Initialize(2, 0, None, 0)
    SPEAKER.espeak_SetVoiceByName({"en": "en-us"}.get(language, language).encode() + voice.encode())
    SPEAKER.espeak_SetParameter(1, pace, 0)
    pieces, begins = [], []

    def receive(samples, count, events):
        if samples and count > 0:
            pieces.append(np.ctypeslib.as_array(samples, shape=(count,)).copy())
        at = 0
        while events[at].type != 0:
            if events[at].type == 1:
                begins.append((events[at].text_position - 1, events[at].audio_position / 1000))
            at += 1
        return 0

    callback = CALLBACK(receive)
    SPEAKER.espeak_SetSynthCallback(callback)
    text = " ".join(words)
    raw = text.encode()
    SPEAKER.espeak_Synth(raw, len(raw) + 1, 0, 1, 0, 1, None, None)
    SPEAKER.espeak_Synchronize()
    sound = np.concatenate(pieces).astype(np.float64)
    seconds = len(sound) / SPEAKER.rate
    sound = np.interp(np.arange(int(seconds * RATE)) / RATE, np.arange(len(sound)) / SPEAKER.rate, sound)
    # A word may be said as several ("42"), or as a part of another: by position in the text.
    starts, at = [], 0
    for word in words:
        starts.append(at)
        at += len(word) + 1
    found = [None] * len(words)
    for position, second in begins:
        place = max((index for index, start in enumerate(starts) if start <= position), default=0)
        if found[place] is None:
            found[place] = second
    return sound, found


FILTERS = None


def mel_filters(size):
    global FILTERS
    if FILTERS is None:
        to_mel = lambda hertz: 2595 * np.log10(1 + hertz / 700)
        edges = 700 * (10 ** (np.linspace(to_mel(100), to_mel(3800), 28) / 2595) - 1)
        hertz = np.linspace(0, RATE / 2, size // 2 + 1)
        rise = (hertz - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
        fall = (edges[2:, None] - hertz) / (edges[2:] - edges[1:-1])[:, None]
        FILTERS = np.maximum(0, np.minimum(rise, fall))
    return FILTERS


def features(samples):
    """MFCC with their slopes, and the levels in dB, every 10 ms."""
    size = 400
    padded = np.pad(samples, (size // 2, size))
    count = len(samples) // HOP + 1
    frames = np.stack([padded[at * HOP : at * HOP + size] for at in range(count)]) * np.hanning(size)
    power = np.abs(np.fft.rfft(frames, 512)) ** 2
    mel = np.log(power @ mel_filters(512).T + 1)
    level = 10 * np.log10(power.sum(1) + 1)
    order = np.arange(mel.shape[1])
    cosine = np.cos(np.pi * np.arange(13)[:, None] * (order + 0.5) / len(order))
    cepstra = mel @ cosine.T
    voiced = level > np.percentile(level, 95) - 35
    cepstra = (cepstra - cepstra[voiced].mean(0)) / (cepstra[voiced].std(0) + 1e-6)
    slope = np.pad(cepstra, ((2, 2), (0, 0)), mode="edge")
    slope = (slope[3:-1] - slope[1:-3] + 2 * (slope[4:] - slope[:-4])) / 4
    return np.hstack([cepstra, slope]), level


def warp(cost):
    """The cheapest path through rows of their frames and columns of ours: each row's first and last column."""
    rows, columns = cost.shape
    step = np.zeros((rows, columns), np.int8)
    last = np.cumsum(cost[0])
    step[0, 1:] = 1
    for row in range(1, rows):
        diagonal = np.concatenate([[np.inf], last[:-1]])
        above = np.minimum(diagonal, last) + cost[row]
        choice = np.where(diagonal <= last, 0, 2).astype(np.int8)
        # Along the row the cost adds up: the running minimum of what is left when it is taken off.
        total = np.cumsum(cost[row])
        last = np.minimum.accumulate(above - total) + total
        choice[last < above - 1e-9] = 1
        step[row] = choice
    total = last[-1]
    first, final = np.zeros(rows, int), np.zeros(rows, int)
    row, column = rows - 1, columns - 1
    final[row] = column
    while row > 0 or column > 0:
        move = step[row, column]
        if move != 1:
            first[row] = column
            row -= 1
        if move != 2:
            column -= 1
        if move != 1:
            final[row] = column
    return total, first, final


# A man's and a woman's.
VOICES = ["", "+f2"]

# What a frame of silence costs in a pause, and one of sound; frames that match well cost about 3.
SILENT, SOUNDING, SILENT_IN_WORD = 1.0, 8.0, 3.0


def align_synthetic(samples, words, language):
    ours, heard = features(samples.astype(np.float64))
    silent = silent_frames(heard)
    pace = 160
    best = None
    for voice in VOICES:
        for _ in range(2 if best is None else 1):
            cost, times, said = stretch(speak(words, language, voice, pace), ours, silent, words)
            pace = int(np.clip(pace * said / (~silent).sum(), 80, 400))
        if best is None or cost < best[0]:
            best = (cost, times)
    return best[1]


def silent_frames(level):
    floor, speech = np.percentile(level, 5), np.percentile(level, 95)
    silent = level < max(floor + 0.3 * (speech - floor), speech - 40)
    return np.convolve(silent, np.ones(9), "same") > 8


def stretch(spoken, ours, silent, words):
    sound, begins = spoken
    theirs, level = features(sound)
    loud = level > np.percentile(level, 95) - 40
    pause = np.where(silent, SILENT, SOUNDING)
    # Before each word and at the end there may be a pause of any length.
    rows, spans = [pause], [None] * len(words)
    for place, begin in enumerate(begins):
        if begin is None:
            continue
        following = next((each for each in begins[place + 1 :] if each is not None), len(sound) / RATE)
        frames = np.arange(round(begin * 100), min(len(theirs), max(round(begin * 100) + 1, round(following * 100))))
        within = frames[loud[frames]]
        frames = frames if len(within) == 0 else np.arange(within[0], within[-1] + 1)
        said = theirs[frames]
        far = (said**2).sum(1)[:, None] + (ours**2).sum(1)[None] - 2 * said @ ours.T
        spans[place] = (len(rows), len(rows) + len(frames) - 1)
        rows += [*(np.sqrt(np.maximum(0, far)) + np.where(silent, SILENT_IN_WORD, 0)), pause]
    cost, first, final = warp(np.stack(rows))
    times = [span and [first[span[0]] / 100, (final[span[1]] + 1) / 100] for span in spans]
    return cost / len(ours), times, sum(span[1] - span[0] + 1 for span in spans if span)


def align(job):
    with wave.open(job["wav"]) as file:
        file.setpos(round(job["start"] * RATE))
        samples = np.frombuffer(file.readframes(round((job["end"] - job["start"]) * RATE)), np.int16)
    words = job["words"]
    nothing = ([None] * len(words), [])
    acoustic, guessed = align_acoustic(samples, words) if job["language"] == "en" else nothing
    synthetic = align_synthetic(samples, words, job["language"])
    on_clock = lambda times: [time and [round(each + job["start"], 2) for each in time] for time in times]
    return {"acoustic": on_clock(acoustic), "synthetic": on_clock(synthetic), "guessed": guessed}


json.dump([align(job) for job in json.load(sys.stdin)], sys.stdout)
