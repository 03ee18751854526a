/**
 * Small patches to whisper.cpp 1.9.1, applied to the copy that is compiled. An unpatched
 * whisper-cli works too: slower, with more errors in hard recordings and less accurate word times.
 */
import { decoderPatches } from './decoder-patches.ts'
import { fewRowsPatches } from './few-rows-patches.ts'
import { languagePatches } from './language-patches.ts'
import { panelPatches } from './panel-patches.ts'
import { residentPatches } from './resident-patches.ts'
import { searchPatches, type SourcePatch } from './search-patches.ts'
import { segmentPatches } from './segment-patches.ts'
import { skippedPatches } from './skipped-patches.ts'
import { termPatches } from './term-patches.ts'

const inputPatches: readonly SourcePatch[] = [
  // Language detection encodes the first window and discards the result: on a short clip that
  // doubles the time. Keep it for the first pass, which starts at the same position.
  {
    file: 'src/whisper.cpp',
    find: '    // auto-detect language if not specified\n    if (params.language == nullptr',
    replace:
      '    int encoded_seek = -1;\n' +
      '    // auto-detect language if not specified\n    if (params.language == nullptr',
  },
  {
    file: 'src/whisper.cpp',
    find: '        state->lang_id = lang_id;\n        params.language = whisper_lang_str(lang_id);\n',
    replace:
      '        state->lang_id = lang_id;\n        params.language = whisper_lang_str(lang_id);\n' +
      '        encoded_seek = 0;\n',
  },
  {
    file: 'src/whisper.cpp',
    find:
      '        if (!whisper_encode_internal(*ctx, *state, seek, params.n_threads, ' +
      'params.abort_callback, params.abort_callback_user_data)) {',
    replace:
      '        const bool is_encoded = seek == encoded_seek && params.audio_ctx == 0;\n' +
      '        encoded_seek = -1;\n' +
      '        if (!is_encoded && !whisper_encode_internal(*ctx, *state, seek, params.n_threads, ' +
      'params.abort_callback, params.abort_callback_user_data)) {',
  },
  // The voice detector computes a tiny graph for every 32 ms, on four threads that wait for each other
  // at each of its steps: on busy processors that takes longer than transcribing.
  {
    file: 'src/whisper.cpp',
    find: 'if (!ggml_graph_compute_helper(sched, gf, vctx->n_threads, false)) {',
    replace: 'if (!ggml_graph_compute_helper(sched, gf, 1, false)) {',
  },
  // If the voice detector would cut only a short margin, keep the audio unchanged: a few samples
  // less change what a small model recognizes.
  {
    file: 'src/whisper.cpp',
    find: '    if (!vad_segments) {\n        return false;\n    }\n\n    if (vad_segments->data.size() > 0) {',
    replace:
      '    if (!vad_segments) {\n        return false;\n    }\n\n' +
      '    if (vad_segments->data.size() == 1) {\n' +
      '        const auto & only = vad_segments->data[0];\n' +
      '        if (n_samples / 160.0 - (only.end - only.start) < 400.0) {\n' +
      '            filtered_samples.assign(samples, samples + n_samples);\n' +
      '            whisper_vad_free_segments(vad_segments);\n' +
      '            return true;\n' +
      '        }\n' +
      '    }\n\n' +
      '    if (vad_segments->data.size() > 0) {',
  },
  // With VAD, whisper.cpp maps the times of segments back to the recording, but not those of
  // tokens. A word stays on its side of a removed silence, so that none spans it.
  {
    file: 'src/whisper.cpp',
    find:
      'struct whisper_token_data whisper_full_get_token_data(struct whisper_context * ctx, ' +
      'int i_segment, int i_token) {\n' +
      '    return ctx->state->result_all[i_segment].tokens[i_token];',
    replace:
      'struct whisper_token_data whisper_full_get_token_data(struct whisper_context * ctx, ' +
      'int i_segment, int i_token) {\n' +
      '    auto data = ctx->state->result_all[i_segment].tokens[i_token];\n' +
      '    if (!ctx->state->has_vad_segments) return data;\n' +
      '    const auto map = [&](int64_t t, bool is_start) -> int64_t {\n' +
      '        int64_t last = 0;\n' +
      '        for (const auto & s : ctx->state->vad_segments) {\n' +
      '            if (t < s.vad_start) return is_start ? s.orig_start : last;\n' +
      '            // 10 cs of sound follow each stretch before the pause that stands for the cut.\n' +
      '            if (t <= s.vad_end + 10) return s.orig_start + (t - s.vad_start);\n' +
      '            last = s.orig_end;\n' +
      '        }\n' +
      '        return last;\n' +
      '    };\n' +
      '    if (data.t0 > -1) data.t0 = map(data.t0, true);\n' +
      '    if (data.t1 > -1) data.t1 = map(data.t1, false);\n' +
      '    return data;',
  },
  // The model's no-speech probability of a segment, which the JSON leaves out.
  {
    file: 'examples/cli/cli.cpp',
    find: '                    value_s("text", text, !params.diarize && !params.tinydiarize && !full);\n',
    replace:
      '                    value_f("no_speech_prob", ' +
      'whisper_full_get_segment_no_speech_prob(ctx, i), false);\n' +
      '                    value_s("text", text, !params.diarize && !params.tinydiarize && !full);\n',
  },
]

const buildPatches: readonly SourcePatch[] = [
  // With AMX the processor's products crash on q8_0 and q4_0 weights. The native build has a flag
  // against it; of the packed variants one would be compiled with it and chosen where there is AMX.
  {
    file: 'ggml/src/CMakeLists.txt',
    find: ' AVX512_VNNI AVX512_BF16 AMX_TILE AMX_INT8)\n',
    replace: ' AVX512_VNNI AVX512_BF16)\n',
  },
  // One huge header of audio decoders takes a quarter of the total build time, for code that only
  // reads WAV headers here. With less optimization it takes a fifth of that.
  {
    file: 'examples/CMakeLists.txt',
    find: 'unset(COMMON_EXTRA_LIBS)\n',
    replace:
      'unset(COMMON_EXTRA_LIBS)\n' +
      'if (NOT MSVC)\n' +
      '    set_source_files_properties(common-whisper.cpp PROPERTIES COMPILE_OPTIONS -O1)\n' +
      'endif()\n',
  },
]

export const whisperPatches: readonly SourcePatch[] = [
  ...inputPatches,
  ...searchPatches,
  ...segmentPatches,
  ...skippedPatches,
  ...panelPatches,
  ...fewRowsPatches,
  ...decoderPatches,
  ...languagePatches,
  ...termPatches,
  ...residentPatches,
  ...buildPatches,
]
