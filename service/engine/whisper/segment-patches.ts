/** Patches to whisper.cpp that tell each segment as soon as it is recognized. */
import type { SourcePatch } from './search-patches.ts'

export const segmentPatches: readonly SourcePatch[] = [
  // With word times from the decoder's attention, upstream's loop over a window's segments counts from
  // the wrong end and tells only those of the first windows. They are told later (skipped-patches.ts).
  {
    file: 'src/whisper.cpp',
    find:
      '                    if (params.new_segment_callback) {\n' +
      '                        for (int seg = (int) result_all.size() - n_segments; seg < n_segments; seg++) {\n' +
      '                            params.new_segment_callback(ctx, state, seg, params.new_segment_callback_user_data);\n' +
      '                        }\n' +
      '                    }\n',
    replace: '',
  },
  // New segments go to stdout in the form of the file that is written at the end.
  {
    file: 'examples/cli/cli.cpp',
    find: 'static void whisper_print_segment_callback(',
    replace:
      'static void output_json(struct whisper_context * ctx, std::ostream & fout, ' +
      'const whisper_params & params, std::vector<std::vector<float>> pcmf32s, int i_first = 0);\n\n' +
      'static void whisper_print_segment_callback(',
  },
  {
    file: 'examples/cli/cli.cpp',
    find: '    std::string speaker = "";\n\n    int64_t t0 = 0;\n',
    replace:
      '    if (params.output_jsn_full) {\n' +
      '        output_json(ctx, std::cout, params, {}, n_segments - n_new);\n' +
      '        std::cout.flush();\n' +
      '        return;\n' +
      '    }\n\n' +
      '    std::string speaker = "";\n\n    int64_t t0 = 0;\n',
  },
  {
    file: 'examples/cli/cli.cpp',
    find:
      'static void output_json(\n' +
      '             struct whisper_context * ctx,\n' +
      '                      std::ofstream & fout,\n' +
      '               const whisper_params & params,\n' +
      '    std::vector<std::vector<float>>   pcmf32s) {\n',
    replace:
      'static void output_json(\n' +
      '             struct whisper_context * ctx,\n' +
      '                       std::ostream & fout,\n' +
      '               const whisper_params & params,\n' +
      '    std::vector<std::vector<float>>   pcmf32s,\n' +
      '                                int   i_first) {\n',
  },
  {
    file: 'examples/cli/cli.cpp',
    find:
      '            const int n_segments = whisper_full_n_segments(ctx);\n' +
      '            for (int i = 0; i < n_segments; ++i) {\n' +
      '                const char * text = whisper_full_get_segment_text(ctx, i);\n\n' +
      '                const int64_t t0 = whisper_full_get_segment_t0(ctx, i);\n' +
      '                const int64_t t1 = whisper_full_get_segment_t1(ctx, i);\n\n' +
      '                start_obj(nullptr);\n',
    replace:
      '            const int n_segments = whisper_full_n_segments(ctx);\n' +
      '            for (int i = i_first; i < n_segments; ++i) {\n' +
      '                const char * text = whisper_full_get_segment_text(ctx, i);\n\n' +
      '                const int64_t t0 = whisper_full_get_segment_t0(ctx, i);\n' +
      '                const int64_t t1 = whisper_full_get_segment_t1(ctx, i);\n\n' +
      '                start_obj(nullptr);\n',
  },
  {
    file: 'examples/cli/cli.cpp',
    find: '#include <fstream>\n',
    replace: '#include <fstream>\n#include <iostream>\n',
  },
]
