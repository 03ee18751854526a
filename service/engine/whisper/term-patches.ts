/**
 * Patches that favour the owner's names and terms while whisper.cpp decodes: the logits of tokens that
 * go on with one of them are raised (contextual biasing by shallow fusion, as CTranslate2's pull request
 * 1789 and Hugging Face's `SequenceBiasLogitsProcessor` have it). A prompt that lists them costs errors
 * instead (service/docs/engines.md).
 */
import type { SourcePatch } from './search-patches.ts'

const file = 'src/whisper.cpp'

/** Where the program finds the terms: one a line. */
export const termsVariable = 'WHISPER_TERMS'

export const termPatches: readonly SourcePatch[] = [
  {
    file,
    find: 'static void whisper_process_logits(\n              struct whisper_context & ctx,\n',
    replace:
      '// Byte pair encoding: ids are in the order of merges. Other divisions of a word are foreign to the model.\n' +
      'static std::vector<whisper_vocab::id> whisper_encode_term(const whisper_vocab & vocab, const std::string & text) {\n' +
      "    const auto kind = [](unsigned char c) { return c == ' ' ? 0 : c >= 0x80 || isalpha(c) ? 1 : isdigit(c) ? 2 : 3; };\n" +
      '    std::vector<whisper_vocab::id> ids;\n' +
      '    for (size_t begin = 0, end = 0; begin < text.size(); begin = end) {\n' +
      '        // A word, a number or marks, each with the space before it.\n' +
      '        end = begin + 1;\n' +
      "        if (text[begin] == ' ' && end < text.size()) ++end;\n" +
      '        while (end < text.size() && kind(text[end]) == kind(text[end - 1])) ++end;\n' +
      '        std::vector<std::string> parts;\n' +
      '        for (size_t i = begin; i < end; ++i) parts.emplace_back(1, text[i]);\n' +
      '        for (;;) {\n' +
      '            size_t best = parts.size();\n' +
      '            whisper_vocab::id least = vocab.token_eot;\n' +
      '            for (size_t i = 0; i + 1 < parts.size(); ++i) {\n' +
      '                const auto merged = vocab.token_to_id.find(parts[i] + parts[i + 1]);\n' +
      '                if (merged != vocab.token_to_id.end() && merged->second < least) {\n' +
      '                    best = i;\n' +
      '                    least = merged->second;\n' +
      '                }\n' +
      '            }\n' +
      '            if (best == parts.size()) break;\n' +
      '            parts[best] += parts[best + 1];\n' +
      '            parts.erase(parts.begin() + best + 1);\n' +
      '        }\n' +
      '        for (const auto & part : parts) {\n' +
      '            const auto found = vocab.token_to_id.find(part);\n' +
      '            if (found == vocab.token_to_id.end()) return {};\n' +
      '            ids.push_back(found->second);\n' +
      '        }\n' +
      '    }\n' +
      '    return ids;\n' +
      '}\n' +
      '\n' +
      '// Names and terms that may be spoken, as the model itself would write them.\n' +
      'static std::vector<std::vector<whisper_vocab::id>> whisper_read_terms(const whisper_vocab & vocab) {\n' +
      '    std::vector<std::vector<whisper_vocab::id>> found;\n' +
      `    const char * listed = getenv("${termsVariable}");\n` +
      '    std::istringstream lines(listed ? listed : "");\n' +
      '    for (std::string term; std::getline(lines, term);) {\n' +
      '        // Behind a space, or behind a mark: d’Asterisk.\n' +
      '        for (const auto & form : { " " + term, term }) {\n' +
      '            found.push_back(whisper_encode_term(vocab, form));\n' +
      '        }\n' +
      '    }\n' +
      '    return found;\n' +
      '}\n' +
      '\n' +
      'static void whisper_favour_terms(const whisper_vocab & vocab, const std::vector<whisper_token_data> & tokens, std::vector<float> & logits) {\n' +
      '    static const auto terms = whisper_read_terms(vocab);\n' +
      '    const auto is_same = [](const whisper_token_data & token, whisper_vocab::id id) { return token.id == id; };\n' +
      '    std::map<whisper_vocab::id, float> bonus;\n' +
      '    for (const auto & term : terms) {\n' +
      '        size_t n_letters = 0;\n' +
      '        for (size_t n = 0; n < term.size() && n <= tokens.size(); ++n) {\n' +
      '            const auto & next = vocab.id_to_token.at(term[n]);\n' +
      '            // One or two letters begin too many words.\n' +
      "            const bool is_telling = n > 0 || (next[0] == ' ' && next.size() > 3);\n" +
      '            const float raised = n == 0 ? 1.0f : 3.0f*std::min(1.0f, n_letters/4.0f);\n' +
      '            n_letters += next.size();\n' +
      '            if (!is_telling || !std::equal(tokens.end() - n, tokens.end(), term.begin(), is_same)) continue;\n' +
      '            bonus[term[n]] = std::max(bonus[term[n]], raised);\n' +
      '        }\n' +
      '    }\n' +
      '    for (const auto & each : bonus) logits[each.first] += each.second;\n' +
      '}\n' +
      '\n' +
      'static void whisper_process_logits(\n              struct whisper_context & ctx,\n',
  },
  {
    file,
    find:
      '        // will be populated a bit later\n        probs.resize(n_logits);\n' +
      '        logprobs.resize(n_logits);\n    }\n',
    replace:
      '        whisper_favour_terms(vocab, tokens_cur, logits);\n\n' +
      '        // will be populated a bit later\n        probs.resize(n_logits);\n' +
      '        logprobs.resize(n_logits);\n    }\n',
  },
]
