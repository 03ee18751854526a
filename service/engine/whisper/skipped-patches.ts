/** Patches to whisper.cpp that transcribe speech which a window's text leaves out. */
import type { SourcePatch } from './search-patches.ts'

const file = 'src/whisper.cpp'

const functions = String.raw`
// Notes for every 10 ms of the sound that is transcribed whether somebody speaks.
static void whisper_mark_speech(whisper_state & state, float threshold, const std::vector<whisper_state::vad_segment_info> & kept) {
    const auto & vctx = *state.vad_context;
    if (kept.empty() || vctx.n_window <= 0) return;
    state.speaks.assign(kept.back().vad_end, 0);
    for (const auto & s : kept) {
        for (int64_t t = s.vad_start; t < s.vad_end; ++t) {
            const size_t i = (t - s.vad_start + s.orig_start)*160/vctx.n_window;
            state.speaks[t] = i < vctx.probs.size() && vctx.probs[i] >= threshold;
        }
    }
}

// The model may end a window's text at a pause although somebody goes on after it, or leap over what
// is said between two pauses. Finds the first speech without a word in a window, removes the
// window's text (segments from i_first) after it, and returns where it begins; -1 if there is none.
static int whisper_find_skipped(whisper_context & ctx, whisper_state & state, size_t i_first, int t_begin, int t_end) {
    const int longest_word = 100;
    const int least_speech = 200;
    const int margin       = 20;

    struct place { size_t segment, token; };
    std::vector<place> text;
    for (size_t i = i_first; i < state.result_all.size(); ++i) {
        const auto & tokens = state.result_all[i].tokens;
        for (size_t j = 0; j < tokens.size(); ++j) {
            if (tokens[j].id < whisper_token_eot(&ctx) && tokens[j].t0 >= 0) text.push_back({ i, j });
        }
    }
    const auto at = [&](size_t i) -> const whisper_token_data & {
        return state.result_all[text[i].segment].tokens[text[i].token];
    };
    const auto said = [&](size_t i) -> const std::string & { return ctx.vocab.id_to_token.at(at(i).id); };
    const auto begins_sentence = [&](size_t i) {
        return i == 0 || said(i - 1).find_first_of(".?!") != std::string::npos;
    };
    const auto begins_word = [&](size_t i) { return said(i)[0] == ' ' || begins_sentence(i); };
    const auto first_speech = [&](int from, int to) {
        while (from < to && !state.speaks[from]) ++from;
        return from;
    };

    t_end = std::min(t_end, (int) state.speaks.size());
    for (size_t i = 0; i <= text.size(); ++i) {
        const auto end_of = [&](size_t n) { return n > 0 ? (int) at(n - 1).t0 + longest_word : t_begin; };
        const int to = i < text.size() ? std::min(t_end, (int) at(i).t0) : t_end;
        const auto spoken = state.speaks.begin();
        if (to <= end_of(i) || std::count(spoken + end_of(i), spoken + to, 1) < least_speech) continue;

        // A token's time is where the one before it ends: what begins a sentence after a pause is
        // placed before the pause.
        size_t n_kept = i;
        if (i > 0 && i < text.size()) {
            // Some languages have no spaces.
            while (n_kept > 0 && i - n_kept < 4 && !begins_word(n_kept)) --n_kept;
            if (!begins_word(n_kept)) n_kept = i;
            if (n_kept > 0 && begins_sentence(n_kept - 1)) --n_kept;
        }
        const int begin = std::max(end_of(n_kept), first_speech(end_of(n_kept), to) - margin);
        // Each time is later than the one before, so that it ends.
        if (begin - t_begin < least_speech) continue;

        if (n_kept < text.size()) {
            const auto [segment, token] = text[n_kept];
            state.result_all.resize(segment + 1);
            auto & last = state.result_all.back();
            last.tokens.resize(token);
            last.text.clear();
            for (const auto & t : last.tokens) {
                if (t.id < whisper_token_eot(&ctx)) last.text += ctx.vocab.id_to_token.at(t.id);
            }
            if (last.text.empty()) state.result_all.pop_back();
        }
        if (state.result_all.size() > i_first) {
            auto & last = state.result_all.back();
            last.t1 = std::min(last.t1, (int64_t) begin);
        }
        return begin;
    }
    return -1;
}

`

export const skippedPatches: readonly SourcePatch[] = [
  {
    file,
    find: '    std::vector<vad_segment_info> vad_segments;\n    bool has_vad_segments = false;\n',
    replace:
      '    std::vector<vad_segment_info> vad_segments;\n    bool has_vad_segments = false;\n\n' +
      '    std::vector<char> speaks; // for every 10 ms, whether somebody does\n',
  },
  {
    file,
    find: 'static bool whisper_vad(\n',
    replace: `${functions}static bool whisper_vad(\n`,
  },
  {
    file,
    find: '    state->has_vad_segments = false;\n\n    if (state->vad_context == nullptr) {\n',
    replace:
      '    state->has_vad_segments = false;\n    state->speaks.clear();\n\n' +
      '    if (state->vad_context == nullptr) {\n',
  },
  {
    file,
    find: '            filtered_samples.assign(samples, samples + n_samples);\n',
    replace:
      '            filtered_samples.assign(samples, samples + n_samples);\n' +
      '            const int64_t n_cs = n_samples/160;\n' +
      '            whisper_mark_speech(*state, vad_params.threshold, { { 0, n_cs, 0, n_cs } });\n',
  },
  {
    file,
    find: '        filtered_n_samples = offset;\n        WHISPER_LOG_INFO("%s: Reduced audio',
    replace:
      '        whisper_mark_speech(*state, vad_params.threshold, ctx->state->vad_segments);\n\n' +
      '        filtered_n_samples = offset;\n        WHISPER_LOG_INFO("%s: Reduced audio',
  },
  // Segments are told when it is known that they stay.
  {
    file,
    find: '            // update audio window\n            seek += seek_delta;\n',
    replace:
      '            if (ctx->params.dtw_token_timestamps) {\n' +
      '                const int skipped = whisper_find_skipped(\n' +
      '                        *ctx, *state, n_segments_before, seek, std::min(seek + seek_delta, seek_end));\n' +
      '                if (skipped > seek) seek_delta = skipped - seek;\n' +
      '                const int n_segments = state->result_all.size() - n_segments_before;\n' +
      '                if (params.new_segment_callback && n_segments > 0) {\n' +
      '                    params.new_segment_callback(ctx, state, n_segments, params.new_segment_callback_user_data);\n' +
      '                }\n' +
      '            }\n\n' +
      '            // update audio window\n            seek += seek_delta;\n',
  },
]
