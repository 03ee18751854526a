/**
 * Patches to whisper.cpp's decoder: a beam search that widens only if in doubt,
 * and exact word times.
 */
/** A text that must occur exactly once in `file`, and its replacement. */
export type SourcePatch = { file: string; find: string; replace: string }

const file = 'src/whisper.cpp'

export const searchPatches: readonly SourcePatch[] = [
  // whisper.cpp's beam search samples the candidates at random. The likeliest ones find better text
  // with two beams than sampled ones with five.
  {
    file,
    find:
      '        const auto id = dist(decoder.rng);\n' +
      '        //printf("XXX %d %d %f %f %f %f\\n", id, tid',
    replace:
      '        const auto id = logits_id[i].second;\n' +
      '        //printf("XXX %d %d %f %f %f %f\\n", id, tid',
  },
  // Start a beam search with one beam and repeat it with all if the result is doubtful; the
  // encoder's result is reused. At higher temperatures it samples as before.
  {
    file,
    find:
      '        for (int it = 0; it < (int) temperatures.size(); ++it) {\n' +
      '            const float t_cur = temperatures[it];\n',
    replace:
      '        const auto strategy_full = params.strategy;\n' +
      '        bool is_quick = strategy_full == WHISPER_SAMPLING_BEAM_SEARCH;\n' +
      '        for (int it = 0; it < (int) temperatures.size(); ++it) {\n' +
      '            const float t_cur = temperatures[it];\n' +
      '            params.strategy = is_quick || t_cur > 0.0f ? WHISPER_SAMPLING_GREEDY : strategy_full;\n',
  },
  {
    file,
    find: '            bool success = true;\n\n            // was the decoding successful',
    replace:
      '            bool success = true;\n\n' +
      '            if (is_quick) {\n' +
      '                is_quick = false;\n' +
      '                const auto & quick = state->decoders[best_decoder_id];\n' +
      '                if (!quick.failed && quick.sequence.avg_logprobs > -0.25f) break;\n' +
      '                --it;\n' +
      '                continue;\n' +
      '            }\n\n' +
      '            // was the decoding successful',
  },
  // Threads meet hundreds of times for every token. Where another program wants the processors, each
  // meeting waits for a thread that is not running, and a token takes fifteen times as long as on one
  // thread. So the first tokens show what one thread needs, and whenever all threads are slower than
  // that, one goes on alone for a while.
  {
    file,
    find:
      '        logits = ggml_graph_node(gf, -1);\n\n' +
      '        if (!ggml_graph_compute_helper(sched, gf, n_threads)) {\n',
    replace:
      '        logits = ggml_graph_node(gf, -1);\n\n' +
      '        const bool is_step = n_threads > 1 && n_tokens <= WHISPER_MAX_DECODERS;\n' +
      '        auto & pace = wstate.pace[n_tokens > 1];\n' +
      '        const bool is_alone = is_step && pace.n_alone > 0;\n' +
      '        const int64_t t_step_us = ggml_time_us();\n' +
      '        const bool is_computed = ggml_graph_compute_helper(sched, gf, is_alone ? 1 : n_threads);\n' +
      '        const int64_t took_us = ggml_time_us() - t_step_us;\n' +
      '        if (is_alone) {\n' +
      '            --pace.n_alone;\n' +
      '            pace.alone_us = std::min(pace.alone_us, took_us);\n' +
      '        } else if (is_step) {\n' +
      '            pace.n_slow = took_us > pace.alone_us ? std::min(pace.n_slow + 1, 4) : 0;\n' +
      '            if (pace.n_slow > 0) pace.n_alone = 8 << pace.n_slow;\n' +
      '        }\n' +
      '        if (!is_computed) {\n',
  },
  // Attention over many keys would be summed in as many pieces as there are threads, so that words
  // depended on how busy the processors are.
  {
    file: 'ggml/src/ggml-cpu/ops.cpp',
    find: 'q->type == GGML_TYPE_F32 && nek1 >= 512;',
    replace: 'q->type == GGML_TYPE_F32 && nek1 >= 512 && false;',
  },
  {
    file,
    find: 'struct whisper_state {\n',
    replace:
      '// How long a step of the decoder takes on one thread, and for how many steps it stays there.\n' +
      'struct whisper_pace {\n' +
      '    int64_t alone_us = INT64_MAX;\n' +
      '    int n_alone = 4;\n' +
      '    int n_slow = 0;\n' +
      '};\n\n' +
      'struct whisper_state {\n' +
      '    whisper_pace pace[2]; // of one sequence, and of several\n\n',
  },
  // Upstream, word times from the decoder's attention require flash attention to be off,
  // which costs 8 %. Compute the aligning attention beside it instead, once per window
  // rather than per token.
  {
    file,
    find:
      '    if (params.flash_attn && params.dtw_token_timestamps) {\n' +
      '        WHISPER_LOG_WARN("%s: dtw_token_timestamps is not supported with flash_attn - disabling\\n", __func__);\n' +
      '        params.dtw_token_timestamps = false;\n' +
      '    }\n',
    replace: '',
  },
  {
    file,
    find:
      '                if (wctx.params.dtw_token_timestamps) {\n' +
      '                    if (wstate.aheads_masks.m[il] != nullptr) {\n',
    replace:
      '                if (save_alignment_heads_QKs) {\n' +
      '                    if (wstate.aheads_masks.m[il] != nullptr) {\n',
  },
  {
    file,
    find: '                cur = ggml_flash_attn_ext(ctx0, Q, Kcross, Vcross, nullptr, KQscale, 0.0f, 0.0f);\n',
    replace:
      '                if (save_alignment_heads_QKs && wstate.aheads_masks.m[il] != nullptr) {\n' +
      '                    struct ggml_tensor * Kheard = ggml_view_3d(ctx0, wstate.kv_cross.k,\n' +
      '                            n_state_head, n_audio_ctx, n_head,\n' +
      '                            Kcross->nb[1], Kcross->nb[2], Kcross->view_offs);\n' +
      '                    struct ggml_tensor * seen = ggml_soft_max_ext(ctx0,\n' +
      '                            ggml_mul_mat(ctx0, Kheard, Q), nullptr, KQscale, 0.0f);\n' +
      '                    struct ggml_tensor * heads = ggml_reshape_2d(ctx0, seen, seen->ne[0]*seen->ne[1], seen->ne[2]);\n' +
      '                    heads = ggml_cont(ctx0, ggml_transpose(ctx0, heads));\n' +
      '                    heads = ggml_mul_mat(ctx0, wstate.aheads_masks.m[il], heads);\n' +
      '                    heads = ggml_cont(ctx0, ggml_transpose(ctx0, heads));\n' +
      '                    heads = ggml_reshape_3d(ctx0, heads, seen->ne[0], seen->ne[1], wstate.aheads_masks.m[il]->ne[1]);\n' +
      '                    aheads_cross_QKs = aheads_cross_QKs == nullptr\n' +
      '                        ? heads : ggml_concat(ctx0, aheads_cross_QKs, heads, 2);\n' +
      '                }\n' +
      '                cur = ggml_flash_attn_ext(ctx0, Q, Kcross, Vcross, nullptr, KQscale, 0.0f, 0.0f);\n',
  },
  // That pass reads no logits, which are half of its work: one row of them keeps the graph as it is.
  {
    file,
    find: '    struct ggml_tensor * logits = ggml_mul_mat(ctx0, model.d_te, cur);\n',
    replace:
      '    if (save_alignment_heads_QKs) cur = ggml_view_2d(ctx0, cur, cur->ne[0], 1, cur->nb[1], 0);\n' +
      '    struct ggml_tensor * logits = ggml_mul_mat(ctx0, model.d_te, cur);\n',
  },
  {
    file,
    find: '    logits_out.resize(n_tokens*n_vocab);\n    for (int i = 0; i < n_tokens; i++) {\n',
    replace:
      '    const int n_read = save_alignment_heads_QKs ? 0 : n_tokens;\n' +
      '    logits_out.resize(n_read*n_vocab);\n    for (int i = 0; i < n_read; i++) {\n',
  },
  // The median filter over that attention reads each value seven times through a slow accessor.
  {
    file,
    find:
      '                    filter.push_back(whisper_get_f32_nd(a, i, j, idx, 0));\n' +
      '                }\n' +
      '                std::sort(filter.begin(), filter.end());\n',
    replace:
      '                    filter.push_back(*(const float *) ((const char *) a->data + i*a->nb[0] + j*a->nb[1] + idx*a->nb[2]));\n' +
      '                }\n' +
      '                std::nth_element(filter.begin(), filter.begin() + filter.size()/2, filter.end());\n',
  },
  // A final window shorter than the filter would crash the program.
  {
    file,
    find: '                if (ctx->params.dtw_token_timestamps && n_segments) {\n',
    replace:
      '                if (ctx->params.dtw_token_timestamps && n_segments &&\n' +
      '                    std::min(seek_delta, seek_end - seek) > 20) {\n',
  },
  // A token's attention marks the sound of the next token: upstream assigns its times to the wrong
  // token, a word late, and can write past the last one.
  {
    file,
    find: '    // Place timestamps on segments\n    int32_t last_v = 0;\n',
    replace:
      '    std::vector<int64_t> begins(w->ne[0], -1);\n' +
      '    for (int i = 0; i < alignment->ne[1]; ++i) {\n' +
      '        const int32_t v = whisper_get_i32_nd(alignment, 0, i, 0, 0);\n' +
      '        if (v < 0 || v >= (int) begins.size() || begins[v] >= 0) continue;\n' +
      '        begins[v] = seek + 2*std::max(0, whisper_get_i32_nd(alignment, 1, i, 0, 0));\n' +
      '    }\n' +
      '    size_t row = 0;\n' +
      '    for (size_t i = i_segment; i < i_segment + n_segments; ++i) {\n' +
      '        for (auto & token : state->result_all[i].tokens) {\n' +
      '            if (token.id >= whisper_token_eot(ctx) || row + 1 >= begins.size()) continue;\n' +
      '            token.t0 = token.t_dtw = begins[row];\n' +
      '            token.t1 = begins[++row];\n' +
      '        }\n' +
      '    }\n' +
      '    ggml_free(gctx);\n' +
      '    return;\n\n' +
      '    int32_t last_v = 0;\n',
  },
]
