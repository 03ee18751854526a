/**
 * Patches to whisper-cli's program and whisper.cpp's state: with `--resident` it stays alive, keeps its
 * models loaded and takes one job after another from its input (resident.ts).
 */
import type { SourcePatch } from './search-patches.ts'

const file = 'examples/cli/cli.cpp'

/** What whisper-cli says on its standard error once it has loaded, and after each job. */
export const readyLine = 'ready for a job'

export const residentPatches: readonly SourcePatch[] = [
  {
    file,
    find: '    bool carry_initial_prompt = false;\n',
    replace: '    bool carry_initial_prompt = false;\n    bool resident = false;\n',
  },
  {
    file,
    find: '        else if (                  arg == "--carry-initial-prompt") {',
    replace:
      '        else if (                  arg == "--resident") { params.resident = true; }\n' +
      '        else if (                  arg == "--carry-initial-prompt") {',
  },
  {
    file,
    find: '    if (params.fname_inp.empty()) {\n        fprintf(stderr, "error: no input files specified',
    replace:
      '    if (params.fname_inp.empty() && !params.resident) {\n' +
      '        fprintf(stderr, "error: no input files specified',
  },
  {
    file,
    find: '#include <fstream>\n',
    replace: '#include <fstream>\n#include <iostream>\n',
  },
  // A job has the arguments of a run, one a line as in a response file; an empty line ends them. The
  // end of the input ends the program, so that it does not outlive the service.
  {
    file,
    find: 'static void cb_log_disable(',
    replace:
      'static bool whisper_read_job(whisper_params & params) {\n' +
      '    fflush(stdout);\n' +
      `    fprintf(stderr, "${readyLine}\\n");\n` +
      '    std::vector<std::string> args = { "whisper-cli" };\n' +
      '    std::string line;\n' +
      '    while (std::getline(std::cin, line) && !line.empty()) args.push_back(line);\n' +
      '    if (!std::cin) return false;\n' +
      '    std::vector<char *> argv;\n' +
      '    for (auto & arg : args) argv.push_back(&arg[0]);\n' +
      '    return whisper_params_parse((int) argv.size(), argv.data(), params) && params.fname_inp.size() == 1;\n' +
      '}\n\n' +
      'static void cb_log_disable(',
  },
  {
    file,
    find:
      '    for (int f = 0; f < (int) params.fname_inp.size(); ++f) {\n' +
      '        const auto & fname_inp = params.fname_inp[f];\n' +
      '        struct fout_factory {',
    replace:
      '    const whisper_params params_start = params;\n' +
      '    for (int f = 0; params.resident || f < (int) params.fname_inp.size(); ++f) {\n' +
      '        if (params_start.resident) {\n' +
      '            f = 0;\n' +
      '            params = params_start;\n' +
      '            if (!whisper_read_job(params)) break;\n' +
      '        }\n' +
      '        const auto & fname_inp = params.fname_inp[f];\n' +
      '        struct fout_factory {',
  },
  // What one job heard, and drew at random, must not show in the next.
  {
    file: 'src/whisper.cpp',
    find:
      'int whisper_full(\n        struct whisper_context * ctx,\n' +
      '    struct whisper_full_params   params,\n                   const float * samples,\n' +
      '                           int   n_samples) {\n',
    replace:
      'int whisper_full(\n        struct whisper_context * ctx,\n' +
      '    struct whisper_full_params   params,\n                   const float * samples,\n' +
      '                           int   n_samples) {\n' +
      '    ctx->state->lang_id = 0;\n' +
      '    ctx->state->decoders[0].rng = std::mt19937(0);\n',
  },
]
