/**
 * Matrix products of many rows, and attention of many queries, for x86 processors with AVX2, AVX-512 or
 * AVX-512 BF16: the encoder and the pass that times words. ggml converts and repacks for every tile of 64
 * queries and sums up across a vector for every product; here that happens once for each panel.
 *
 * A panel holds some columns of the right side, packed so that one vector load takes the same step of
 * all of them. Six rows of the left side by one panel stay in registers until they are summed up.
 */
import type { SourcePatch } from './search-patches.ts'

const kernels = String.raw`
#if (defined(__AVX512F__) && defined(__AVX512BW__)) || (defined(__AVX2__) && defined(__FMA__) && defined(__F16C__))

#include <functional>
#include <numeric>
#include <vector>

namespace panels {

#if defined(__AVX512F__)
using vec = __m512;
static constexpr int lanes = 16, vectors = 4; // 24 sums, 4 columns, 1 row: 29 of 32 registers
static inline vec zero() { return _mm512_setzero_ps(); }
static inline vec load(const float * from) { return _mm512_loadu_ps(from); }
static inline void store(float * to, vec from) { _mm512_storeu_ps(to, from); }
static inline vec fill(float from) { return _mm512_set1_ps(from); }
static inline vec load(const ggml_fp16_t * from) { return _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *) from)); }
static inline vec add(vec a, vec b) { return _mm512_add_ps(a, b); }
static inline vec larger(vec a, vec b) { return _mm512_max_ps(a, b); }
static inline vec fused(vec a, vec b, vec sum) { return _mm512_fmadd_ps(a, b, sum); }
#else
using vec = __m256;
static constexpr int lanes = 8, vectors = 2; // 12 sums, 2 columns, 1 row: 15 of 16 registers
static inline vec zero() { return _mm256_setzero_ps(); }
static inline vec load(const float * from) { return _mm256_loadu_ps(from); }
static inline void store(float * to, vec from) { _mm256_storeu_ps(to, from); }
static inline vec fill(float from) { return _mm256_set1_ps(from); }
static inline vec load(const ggml_fp16_t * from) { return _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *) from)); }
static inline vec add(vec a, vec b) { return _mm256_add_ps(a, b); }
static inline vec larger(vec a, vec b) { return _mm256_max_ps(a, b); }
static inline vec fused(vec a, vec b, vec sum) { return _mm256_fmadd_ps(a, b, sum); }
#endif

// What a panel holds of each column at each step: one float, or two 16-bit floats ("bfloat") where the
// processor multiplies those in pairs, at twice the speed.
#if defined(__AVX512BF16__) && !defined(_MSC_VER)
using item = uint16_t;
using operand = __m512bh;
static constexpr int step = 2;
static inline operand load_items(const item * from) { return (operand) _mm512_loadu_si512(from); }
static inline operand repeat(const item * from) {
    int pair;
    memcpy(&pair, from, sizeof(pair));
    return (operand) _mm512_set1_epi32(pair);
}
static inline vec multiply_add(vec sum, operand a, operand b) { return _mm512_dpbf16_ps(sum, a, b); }
static inline void store_items(item * to, vec from) { _mm256_storeu_si256((__m256i *) to, (__m256i) _mm512_cvtneps_pbh(from)); }
#else
using item = float;
using operand = vec;
static constexpr int step = 1;
static inline operand load_items(const item * from) { return load(from); }
static inline operand repeat(const item * from) { return fill(*from); }
static inline vec multiply_add(vec sum, operand a, operand b) { return fused(a, b, sum); }
static inline void store_items(item * to, vec from) { store(to, from); }
#endif

static constexpr int width = lanes * vectors; // columns of a panel
static constexpr int most_rows = 6;

template <typename F>
static inline float across(vec a, F f) {
    float all[lanes];
    store(all, a);
    return std::accumulate(all + 1, all + lanes, all[0], f);
}

template <typename T>
static inline void to_items(const T * from, item * to, int64_t n) {
    for (int64_t i = 0; i < n; i += lanes) store_items(to + i, load(from + i));
}

// A panel whose columns are rows in memory: weights, or the keys of attention.
static void pack_rows(const char * from, size_t stride, int columns, int64_t n, item * panel, item * row) {
    if (columns < width) memset(panel, 0, n*width*sizeof(item));
    for (int column = 0; column < columns; ++column) {
        to_items((const ggml_fp16_t *) (from + column*stride), row + column*n, n);
    }
    for (int64_t i = 0; i < n; i += step) {
        item * to = panel + i*width;
        for (int column = 0; column < columns; ++column) memcpy(to + column*step, row + column*n + i, step*sizeof(item));
    }
}

// A panel whose columns are columns in memory: the values of attention.
static void pack_columns(const char * from, size_t stride, int64_t n, item * panel, item * row) {
    for (int64_t i = 0; i < n; ++i) {
        to_items((const ggml_fp16_t *) (from + i*stride), row, width);
        item * to = panel + i/step*step*width + i%step;
        for (int column = 0; column < width; ++column) to[column*step] = row[column];
    }
}

template <int rows>
static void multiply_rows(const item * a, int64_t stride, const item * panel, int64_t n, float * c, int64_t c_stride, bool is_added) {
    vec sums[rows][vectors];
    for (int row = 0; row < rows; ++row) {
        for (int v = 0; v < vectors; ++v) sums[row][v] = is_added ? load(c + row*c_stride + v*lanes) : zero();
    }
    for (int64_t i = 0; i < n; i += step) {
        operand columns[vectors];
        for (int v = 0; v < vectors; ++v) columns[v] = load_items(panel + i*width + v*lanes*step);
        for (int row = 0; row < rows; ++row) {
            const operand own = repeat(a + row*stride + i);
            for (int v = 0; v < vectors; ++v) sums[row][v] = multiply_add(sums[row][v], own, columns[v]);
        }
    }
    for (int row = 0; row < rows; ++row) {
        for (int v = 0; v < vectors; ++v) store(c + row*c_stride + v*lanes, sums[row][v]);
    }
}

// Up to six rows of n items by one panel, into (or added to) as many rows of floats.
template <int rows = most_rows>
static void multiply(int64_t count, const item * a, int64_t stride, const item * panel, int64_t n, float * c, int64_t c_stride, bool is_added = false) {
    if (count >= rows) return multiply_rows<rows>(a, stride, panel, n, c, c_stride, is_added);
    if constexpr (rows > 1) multiply<rows - 1>(count, a, stride, panel, n, c, c_stride, is_added);
}

static item * scratch(size_t n) {
    static thread_local std::vector<item> items;
    if (items.size() < n) items.resize(n);
    return items.data();
}

} // namespace panels

// Weights of 16-bit floats by many rows. False where something else is asked for.
bool ggml_compute_forward_mul_mat_panels(const ggml_compute_params * params, ggml_tensor * dst) {
    using namespace panels;
    const ggml_tensor * weights = dst->src[0], * rows = dst->src[1];
    const int64_t n = weights->ne[0], n_columns = weights->ne[1], n_rows = rows->ne[1];
    const bool is_plain = weights->type == GGML_TYPE_F16 && rows->type == GGML_TYPE_F32 && n % 32 == 0 &&
        weights->ne[2]*weights->ne[3]*rows->ne[2]*rows->ne[3] == 1;
    if (!is_plain || n_rows < 16 || params->use_ref) return false;

    item * left = (item *) params->wdata;
    int64_t stride = n;
    if (step == 1) {
        left = (item *) rows->data;
        stride = rows->nb[1]/sizeof(float);
    } else {
        for (int64_t row = params->ith; row < n_rows; row += params->nth) {
            to_items((const float *) ((const char *) rows->data + row*rows->nb[1]), left + row*n, n);
        }
    }
    if (params->ith == 0) ggml_threadpool_chunk_set(params->threadpool, params->nth);
    ggml_barrier(params->threadpool);

    item * panel = scratch(2*n*width);
    float part[most_rows*width];
    const int64_t n_panels = (n_columns + width - 1)/width;
    for (int64_t at = params->ith; at < n_panels; at = ggml_threadpool_chunk_add(params->threadpool, 1)) {
        const int64_t first = at*width;
        const int columns = std::min<int64_t>(width, n_columns - first);
        pack_rows((const char *) weights->data + first*weights->nb[1], weights->nb[1], columns, n, panel, panel + n*width);
        for (int64_t row = 0; row < n_rows; row += most_rows) {
            const int64_t count = std::min<int64_t>(most_rows, n_rows - row);
            float * to = (float *) ((char *) dst->data + row*dst->nb[1]) + first;
            if (columns == width) {
                multiply(count, left + row*stride, stride, panel, n, to, dst->nb[1]/sizeof(float));
                continue;
            }
            multiply(count, left + row*stride, stride, panel, n, part, width);
            for (int64_t i = 0; i < count; ++i) {
                memcpy((char *) to + i*dst->nb[1], part + i*width, columns*sizeof(float));
            }
        }
    }
    return true;
}

// Attention of many queries to keys and values of 16-bit floats, without a mask: an encoder's.
static bool ggml_compute_forward_attention_panels(const ggml_compute_params * params, ggml_tensor * dst) {
    using namespace panels;
    const ggml_tensor * q = dst->src[0], * k = dst->src[1], * v = dst->src[2];
    const int64_t n_dims = q->ne[0], n_queries = q->ne[1], n_heads = q->ne[2], n_keys = k->ne[1];
    const float scale = ggml_get_op_params_f32(dst, 0), max_bias = ggml_get_op_params_f32(dst, 1), softcap = ggml_get_op_params_f32(dst, 2);
    const bool is_plain = q->type == GGML_TYPE_F32 && k->type == GGML_TYPE_F16 && v->type == GGML_TYPE_F16 &&
        !dst->src[3] && !dst->src[4] && max_bias == 0.0f && softcap == 0.0f && q->ne[3] == 1 &&
        k->ne[2] == n_heads && n_dims == 64 && v->ne[0] == n_dims && n_keys % lanes == 0;
    if (!is_plain || n_queries < 64 || params->use_ref) return false;

    static constexpr int block_rows = 4*most_rows;
    static constexpr int64_t block_keys = 128;
    const int64_t n_key_panels = (n_keys + width - 1)/width, key_stride = n_key_panels*width;
    // A head at a time, so that its keys and values are packed once; parts of heads for many threads.
    const int64_t n_parts = std::max<int64_t>(1, 2*params->nth/n_heads), part_rows = (n_queries + n_parts - 1)/n_parts;
    item * keys = scratch((key_stride + n_keys + width)*n_dims + block_rows*(n_dims + 3*key_stride) + width);
    item * values = keys + key_stride*n_dims;
    item * row = values + n_keys*n_dims;
    item * queries = row + width*n_dims;
    item * weights = queries + block_rows*n_dims;
    float * scores = (float *) (((uintptr_t) (weights + block_rows*key_stride) + 63)/64*64);

    if (params->ith == 0) ggml_threadpool_chunk_set(params->threadpool, params->nth);
    ggml_barrier(params->threadpool);
    for (int64_t at = params->ith; at < n_heads*n_parts; at = ggml_threadpool_chunk_add(params->threadpool, 1)) {
        const int64_t head = at/n_parts, from = at%n_parts*part_rows, to = std::min(n_queries, from + part_rows);
        for (int64_t panel = 0; panel < n_key_panels; ++panel) {
            const int columns = std::min<int64_t>(width, n_keys - panel*width);
            pack_rows((const char *) k->data + panel*width*k->nb[1] + head*k->nb[2], k->nb[1], columns, n_dims, keys + panel*width*n_dims, row);
        }
        for (int64_t panel = 0; panel < n_dims/width; ++panel) {
            pack_columns((const char *) v->data + panel*width*v->nb[0] + head*v->nb[2], v->nb[1], n_keys, values + panel*width*n_keys, row);
        }
        for (int64_t first = from; first < to; first += block_rows) {
            const int64_t n_rows = std::min<int64_t>(block_rows, to - first);
            for (int64_t i = 0; i < n_rows; ++i) {
                to_items((const float *) ((const char *) q->data + (first + i)*q->nb[1] + head*q->nb[2]), queries + i*n_dims, n_dims);
            }
            for (int64_t panel = 0; panel < n_key_panels; ++panel) {
                for (int64_t i = 0; i < n_rows; i += most_rows) {
                    multiply(std::min<int64_t>(most_rows, n_rows - i), queries + i*n_dims, n_dims, keys + panel*width*n_dims, n_dims,
                        scores + i*key_stride + panel*width, key_stride);
                }
            }
            float sums[block_rows];
            for (int64_t i = 0; i < n_rows; ++i) {
                const float * own = scores + i*key_stride;
                vec most = load(own);
                for (int64_t key = lanes; key < n_keys; key += lanes) most = larger(most, load(own + key));
                const float top = across(most, [](float a, float b) { return std::max(a, b); });
                const vec by = fill(scale), less = fill(-top*scale);
                vec sum = zero();
                for (int64_t key = 0; key < n_keys; key += lanes) {
                    const vec weight = ggml_v_expf(fused(load(own + key), by, less));
                    sum = add(sum, weight);
                    store_items(weights + i*key_stride + key, weight);
                }
                sums[i] = across(sum, std::plus<float>());
            }
            float heard[block_rows*64];
            for (int64_t key = 0; key < n_keys; key += block_keys) {
                const int64_t count = std::min(block_keys, n_keys - key);
                for (int64_t panel = 0; panel < n_dims/width; ++panel) {
                    for (int64_t i = 0; i < n_rows; i += most_rows) {
                        multiply(std::min<int64_t>(most_rows, n_rows - i), weights + i*key_stride + key, key_stride,
                            values + (panel*n_keys + key)*width, count, heard + i*n_dims + panel*width, n_dims, key > 0);
                    }
                }
            }
            for (int64_t i = 0; i < n_rows; ++i) {
                float * target = (float *) ((char *) dst->data + (head + (first + i)*dst->ne[1])*dst->nb[1]);
                const vec by = fill(1.0f/sums[i]);
                for (int64_t d = 0; d < n_dims; d += lanes) store(target + d, fused(load(heard + i*n_dims + d), by, zero()));
            }
        }
    }
    return true;
}

#else

bool ggml_compute_forward_mul_mat_panels(const ggml_compute_params *, ggml_tensor *) { return false; }
static bool ggml_compute_forward_attention_panels(const ggml_compute_params *, ggml_tensor *) { return false; }

#endif
`

export const panelPatches: readonly SourcePatch[] = [
  {
    file: 'ggml/src/ggml-cpu/ops.cpp',
    find: 'static void ggml_compute_forward_flash_attn_ext_tiled(\n',
    replace: `${kernels}\nstatic void ggml_compute_forward_flash_attn_ext_tiled(\n`,
  },
  {
    file: 'ggml/src/ggml-cpu/ops.cpp',
    find: '    // When use_ref is set, force the vec-only reference implementation (no tiling, no KV-chunking)\n',
    replace:
      '    if (ggml_compute_forward_attention_panels(params, dst)) return;\n\n' +
      '    // When use_ref is set, force the vec-only reference implementation (no tiling, no KV-chunking)\n',
  },
  {
    file: 'ggml/src/ggml-cpu/ops.h',
    find: 'void ggml_compute_forward_dup(',
    replace:
      'bool ggml_compute_forward_mul_mat_panels(const struct ggml_compute_params * params, struct ggml_tensor * dst);\n' +
      'void ggml_compute_forward_dup(',
  },
  {
    file: 'ggml/src/ggml-cpu/ggml-cpu.c',
    find: '        ggml_compute_forward_fwht(params, dst);\n        return;\n    }\n',
    replace:
      '        ggml_compute_forward_fwht(params, dst);\n        return;\n    }\n\n' +
      '    if (ggml_compute_forward_mul_mat_panels(params, dst)) return;\n',
  },
]
