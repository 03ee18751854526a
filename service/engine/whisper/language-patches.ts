/**
 * Patches that make whisper.cpp tell which language is spoken where. The encoder's result of a window
 * is there anyway; one step of the decoder that attends to five seconds of it costs milliseconds.
 */
import type { SourcePatch } from './search-patches.ts'

const file = 'src/whisper.cpp'

export const languagePatches: readonly SourcePatch[] = [
  {
    file,
    find: '    int32_t exp_n_audio_ctx = 0; // 0 - use default\n',
    replace:
      '    int32_t exp_n_audio_ctx = 0; // 0 - use default\n\n' +
      '    // The decoder attends to so many frames from this one; 0 for all.\n' +
      '    int cross_first = 0;\n' +
      '    int cross_count = 0;\n',
  },
  ...['k', 'v'].map((part) => {
    const name = `${part.toUpperCase()}cross`
    const size = `ggml_element_size(wstate.kv_cross.${part})`
    const start =
      `                struct ggml_tensor * ${name} =\n` +
      `                    ggml_view_3d(ctx0, wstate.kv_cross.${part},\n` +
      `                            n_state_head, `
    const strides =
      `                            ${size}*n_state,\n` +
      `                            ${size}*n_state_head,\n`
    const offset = `                            ${size}*n_state*`
    return {
      file,
      find: `${start}n_audio_ctx_pad, n_head,\n${strides}${offset}n_audio_ctx_pad*il);\n`,
      replace:
        `${start}wstate.cross_count > 0 ? wstate.cross_count : n_audio_ctx_pad, n_head,\n` +
        `${strides}${offset}(n_audio_ctx_pad*il + wstate.cross_first));\n`,
    }
  }),
  // 256 frames (5.12 s) are what the flash attention of every backend can take, and the padding of
  // a window is a multiple of it.
  {
    file,
    find: 'int whisper_full_with_state(\n',
    replace:
      'static int64_t map_processed_to_original_time(int64_t, const std::vector<vad_time_mapping> &);\n\n' +
      '// Writes which languages a window is in, stretch by stretch: two for each, likeliest first.\n' +
      'static void whisper_tell_languages(whisper_context * ctx, whisper_state * state, int seek, int seek_end, int n_threads) {\n' +
      '    const int n_frames = std::min(ctx->model.hparams.n_audio_ctx, (seek_end - seek)/2);\n' +
      '    const std::vector<whisper_token> prompt = { whisper_token_sot(ctx) };\n' +
      '    const int n_padded = GGML_PAD(ctx->model.hparams.n_audio_ctx, 256);\n' +
      '    for (int first = 0; first + 50 <= n_frames && first + 256 <= n_padded; first += 128) {\n' +
      '        state->cross_first = first;\n' +
      '        state->cross_count = 256;\n' +
      '        const int is_bad = whisper_decode_with_state(ctx, state, prompt.data(), prompt.size(), 0, n_threads);\n' +
      '        state->cross_first = state->cross_count = 0;\n' +
      '        if (is_bad) return;\n' +
      '        std::vector<std::pair<float, int>> found;\n' +
      '        for (const auto & kv : g_lang) {\n' +
      '            found.emplace_back(state->logits[whisper_token_lang(ctx, kv.second.first)], kv.second.first);\n' +
      '        }\n' +
      '        std::sort(found.rbegin(), found.rend());\n' +
      '        double sum = 0.0;\n' +
      '        for (const auto & each : found) sum += exp(each.first - found[0].first);\n' +
      '        const auto p = [&](int i) { return exp(found[i].first - found[0].first)/sum; };\n' +
      '        const auto time = [&](int frame) -> long long {\n' +
      '            const int64_t t = seek + 2*frame;\n' +
      '            return state->has_vad_segments && !state->vad_mapping_table.empty()\n' +
      '                ? map_processed_to_original_time(t, state->vad_mapping_table) : t;\n' +
      '        };\n' +
      '        WHISPER_LOG_INFO("%s: %lld %lld %s %.4f %s %.4f %s %.4f\\n", __func__,\n' +
      '            time(first), time(std::min(first + 256, n_frames)),\n' +
      '            whisper_lang_str(found[0].second), p(0), whisper_lang_str(found[1].second), p(1), whisper_lang_str(found[2].second), p(2));\n' +
      '    }\n' +
      '}\n\n' +
      'int whisper_full_with_state(\n',
  },
  {
    file,
    find: '        // if there is a very short audio segment left to process, we remove any past prompt',
    replace:
      '        if (getenv("WHISPER_TELL_LANGUAGES") && ctx->params.flash_attn && params.audio_ctx == 0 &&\n' +
      '            whisper_is_multilingual(ctx)) {\n' +
      '            whisper_tell_languages(ctx, state, seek, seek_end, params.n_threads);\n' +
      '        }\n\n' +
      '        // if there is a very short audio segment left to process, we remove any past prompt',
  },
]
