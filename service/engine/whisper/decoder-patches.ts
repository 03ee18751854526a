/**
 * The decoder's 16-bit weights become 8-bit ones when they are loaded: it reads all of them for every token, so that
 * their size is its speed. The encoder's stay as they are (panel-patches.ts).
 */
import type { SourcePatch } from './search-patches.ts'

const file = 'src/whisper.cpp'

export const decoderPatches: readonly SourcePatch[] = [
  {
    file,
    find: '        ggml_tensor * tensor = ggml_dup_tensor(ctx, meta);\n\n        model.tensors[',
    replace:
      '        const bool is_once_a_window = system == ASR_SYSTEM_ENCODER || (system == ASR_SYSTEM_CROSS &&\n' +
      '            (type == ASR_TENSOR_ATTN_KEY_WEIGHT || type == ASR_TENSOR_ATTN_VALUE_WEIGHT));\n' +
      '        const bool is_narrowed = !is_once_a_window && meta->type == GGML_TYPE_F16 &&\n' +
      '            meta->ne[0] % 32 == 0 && buft == ggml_backend_cpu_buffer_type();\n' +
      '        ggml_tensor * tensor = ggml_new_tensor(\n' +
      '            ctx, is_narrowed ? GGML_TYPE_Q8_0 : meta->type, GGML_MAX_DIMS, meta->ne);\n\n' +
      '        model.tensors[',
  },
  {
    file,
    find: '                return false;\n            }\n\n            const size_t bpe = ',
    replace:
      '                return false;\n            }\n\n' +
      '            if (tensor->type == GGML_TYPE_Q8_0 && ttype == GGML_TYPE_F16) {\n' +
      '                std::vector<ggml_fp16_t> halves(tensor->ne[0]);\n' +
      '                std::vector<float> row(tensor->ne[0]);\n' +
      '                for (int64_t i = 0; i < ggml_nrows(tensor); ++i) {\n' +
      '                    loader->read(loader->context, halves.data(), halves.size()*sizeof(halves[0]));\n' +
      '                    ggml_fp16_to_fp32_row(halves.data(), row.data(), row.size());\n' +
      '                    ggml_quantize_chunk(GGML_TYPE_Q8_0, row.data(),\n' +
      '                        (char *) tensor->data + i*tensor->nb[1], 0, 1, row.size(), nullptr);\n' +
      '                }\n' +
      '                total_size += ggml_nbytes(tensor);\n' +
      '                model.n_loaded++;\n' +
      '                continue;\n' +
      '            }\n\n' +
      '            const size_t bpe = ',
  },
]
