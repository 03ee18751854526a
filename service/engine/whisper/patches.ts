/**
 * Small changes to whisper.cpp 1.9.1, made in the copy that is compiled. A whisper-cli without them
 * works too: slower, with more errors in hard recordings and rougher word times.
 */
import { searchPatches, type SourcePatch } from './search-patches.ts'

const inputPatches: readonly SourcePatch[] = [
  // Detecting the language encodes the first window and then throws the result away: on a short
  // clip that doubles the time. Keep it for the first pass, which starts at the same place.
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
  // Where the voice detector finds nothing to cut but a short rim, the sound stays as it is: a few
  // samples less change what a small model hears.
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
  // With VAD the times of segments are mapped back to the recording, those of tokens are not. A word
  // is kept on its side of a silence that was cut, so that none lasts through it.
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
  // The engine's own doubt whether a segment is speech at all, which the JSON leaves out.
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
  // Decoders of sound files in one huge header: a quarter of the time that the whole build takes, for
  // code that here reads the head of a WAV. Compiled with less care it takes a fifth of that.
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
  ...buildPatches,
]
