/**
 * Products and attention of few rows, for x86 processors with AVX2, AVX-512 or VNNI: a step of the decoder,
 * whose rows are the beams. ggml reads all weights once for every four rows and turns every key and value
 * into floats again for every beam; here each is read once for all of them.
 */
import type { SourcePatch } from './search-patches.ts'

const kernels = String.raw`
#if (defined(__AVX512F__) && defined(__AVX512BW__)) || (defined(__AVX2__) && defined(__FMA__) && defined(__F16C__))

namespace few_rows {

using panels::vec;
using panels::lanes;

struct block { ggml_fp16_t scale; int8_t items[32]; }; // block_q8_0

static inline float total(__m256 of) {
    const __m128 four = _mm_add_ps(_mm256_castps256_ps128(of), _mm256_extractf128_ps(of, 1));
    const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}

// Some blocks of weights by the same part of a row, as sums of four products each.
#if defined(__AVX512VNNI__) && defined(__AVX512BW__)
static inline float total(__m512 of) {
    return total(_mm256_add_ps(_mm512_castps512_ps256(of), _mm512_extractf32x8_ps(of, 1)));
}
using part = __m512;
static constexpr int n_blocks = 2, excess = 128; // VNNI wants one side unsigned; what the excess adds is taken off again
static inline part multiply_add(part a, part b, part sum) { return _mm512_fmadd_ps(a, b, sum); }
static inline part multiply(part a, part b) { return _mm512_mul_ps(a, b); }
static inline part load_part(const float * from) { return _mm512_loadu_ps(from); }
struct weights {
    __m512i own, less;
    part scales;
    weights(const block * from) {
        const __m256i first = _mm256_loadu_si256((const __m256i *) from[0].items), second = _mm256_loadu_si256((const __m256i *) from[1].items);
        own = _mm512_inserti64x4(_mm512_castsi256_si512(first), second, 1);
        less = _mm512_sub_epi32(_mm512_setzero_si512(), _mm512_dpbusd_epi32(_mm512_setzero_si512(), _mm512_set1_epi8((char) excess), own));
        scales = _mm512_mask_blend_ps(0xff00, _mm512_set1_ps(GGML_CPU_FP16_TO_FP32(from[0].scale)), _mm512_set1_ps(GGML_CPU_FP16_TO_FP32(from[1].scale)));
    }
    part by(const uint8_t * row) const { return _mm512_cvtepi32_ps(_mm512_dpbusd_epi32(less, _mm512_loadu_si512(row), own)); }
};
#else
#if defined(__AVX512F__)
static inline float total(__m512 of) { return _mm512_reduce_add_ps(of); }
#endif
using part = __m256;
static constexpr int n_blocks = 1, excess = 0;
static inline part multiply_add(part a, part b, part sum) { return _mm256_fmadd_ps(a, b, sum); }
static inline part multiply(part a, part b) { return _mm256_mul_ps(a, b); }
static inline part load_part(const float * from) { return _mm256_loadu_ps(from); }
struct weights {
    __m256i own, size;
    part scales;
    weights(const block * from) {
        own = _mm256_loadu_si256((const __m256i *) from->items);
        size = _mm256_abs_epi8(own);
        scales = _mm256_set1_ps(GGML_CPU_FP16_TO_FP32(from->scale));
    }
    part by(const uint8_t * row) const {
        const __m256i theirs = _mm256_sign_epi8(_mm256_loadu_si256((const __m256i *) row), own);
#if defined(__AVXVNNI__)
        return _mm256_cvtepi32_ps(_mm256_dpbusd_avx_epi32(_mm256_setzero_si256(), size, theirs));
#else
        return _mm256_cvtepi32_ps(_mm256_madd_epi16(_mm256_maddubs_epi16(size, theirs), _mm256_set1_epi16(1)));
#endif
    }
};
#endif

static constexpr int part_items = 32*n_blocks, part_lanes = 8*n_blocks;

template <typename T>
static T * scratch(size_t n) {
    static thread_local std::vector<T> items;
    if (items.size() < n) items.resize(n);
    return items.data();
}

// A row of floats as bytes, with the scale of each 32 of them repeated as often as a part has sums of it.
static void to_bytes(const float * from, uint8_t * bytes, float * scales, int64_t n) {
    for (int64_t first = 0; first < n; first += 32) {
        float most = 0;
        for (int i = 0; i < 32; ++i) most = std::max(most, std::fabs(from[first + i]));
        const float scale = most/127, by = scale > 0 ? 1/scale : 0;
        for (int i = 0; i < 32; ++i) bytes[first + i] = (uint8_t) (int8_t) std::nearbyint(from[first + i]*by) + excess;
        for (int i = 0; i < 8; ++i) scales[first/4 + i] = scale;
    }
}

// Some rows by some rows of weights, into as many columns of floats.
template <int count>
static void multiply_rows(const uint8_t * rows, const float * scales, int64_t n, const char * from, size_t stride, int64_t n_weights, float * to, int64_t to_stride) {
    for (int64_t at = 0; at < n_weights; ++at) {
        const block * blocks = (const block *) (from + at*stride);
        part sums[count] = {};
        for (int64_t i = 0; i < n; i += part_items) {
            const weights own(blocks + i/32);
            for (int row = 0; row < count; ++row) {
                const part scale = multiply(own.scales, load_part(scales + row*(n/4) + i/4));
                sums[row] = multiply_add(own.by(rows + row*n + i), scale, sums[row]);
            }
        }
        for (int row = 0; row < count; ++row) to[row*to_stride + at] = total(sums[row]);
    }
}

static constexpr int most_rows = 8; // as many sums as AVX2 has registers for

template <int count = most_rows>
static void multiply(int64_t n_rows, const uint8_t * rows, const float * scales, int64_t n, const char * from, size_t stride, int64_t n_weights, float * to, int64_t to_stride) {
    if (n_rows >= count) return multiply_rows<count>(rows, scales, n, from, stride, n_weights, to, to_stride);
    if constexpr (count > 1) multiply<count - 1>(n_rows, rows, scales, n, from, stride, n_weights, to, to_stride);
}

} // namespace few_rows

// Weights of q8_0 by few rows. False where something else is asked for.
bool ggml_compute_forward_mul_mat_few_rows(const ggml_compute_params * params, ggml_tensor * dst) {
    using namespace few_rows;
    const ggml_tensor * weights = dst->src[0], * rows = dst->src[1];
    const int64_t n = weights->ne[0], n_weights = weights->ne[1], n_rows = rows->ne[1];
    const bool is_plain = weights->type == GGML_TYPE_Q8_0 && rows->type == GGML_TYPE_F32 && n % part_items == 0 &&
        rows->nb[0] == sizeof(float) && weights->ne[2]*weights->ne[3]*rows->ne[2]*rows->ne[3] == 1;
    if (!is_plain || n_rows < 2 || n_rows > 64 || params->use_ref) return false;

    uint8_t * bytes = scratch<uint8_t>(n_rows*n);
    float * scales = scratch<float>(n_rows*(n/4));
    for (int64_t row = 0; row < n_rows; ++row) {
        to_bytes((const float *) ((const char *) rows->data + row*rows->nb[1]), bytes + row*n, scales + row*(n/4), n);
    }
    if (params->ith == 0) ggml_threadpool_chunk_set(params->threadpool, params->nth);
    ggml_barrier(params->threadpool);

    static constexpr int64_t chunk = 32;
    const int64_t stride = dst->nb[1]/sizeof(float);
    for (int64_t at = params->ith; at*chunk < n_weights; at = ggml_threadpool_chunk_add(params->threadpool, 1)) {
        const char * from = (const char *) weights->data + at*chunk*weights->nb[1];
        const int64_t count = std::min(chunk, n_weights - at*chunk);
        for (int64_t row = 0; row < n_rows; row += most_rows) {
            multiply(std::min<int64_t>(most_rows, n_rows - row), bytes + row*n, scales + row*(n/4), n, from, weights->nb[1], count,
                (float *) dst->data + row*stride + at*chunk, stride);
        }
    }
    return true;
}

// Attention of few queries to keys and values of 16-bit floats: a step of the decoder.
static bool ggml_compute_forward_attention_few_rows(const ggml_compute_params * params, ggml_tensor * dst) {
    using namespace few_rows;
    const ggml_tensor * q = dst->src[0], * k = dst->src[1], * v = dst->src[2], * mask = dst->src[3];
    static constexpr int64_t n_dims = 64, block_keys = 64;
    static constexpr int vectors = n_dims/lanes;
    const int64_t n_queries = q->ne[1], n_heads = q->ne[2], n_keys = k->ne[1];
    const float scale = ggml_get_op_params_f32(dst, 0), max_bias = ggml_get_op_params_f32(dst, 1), softcap = ggml_get_op_params_f32(dst, 2);
    const bool is_plain = q->type == GGML_TYPE_F32 && k->type == GGML_TYPE_F16 && v->type == GGML_TYPE_F16 &&
        q->ne[0] == n_dims && v->ne[0] == n_dims && q->ne[3] == 1 && k->ne[2] == n_heads && v->ne[2] == n_heads &&
        !dst->src[4] && max_bias == 0.0f && softcap == 0.0f && (!mask || (mask->type == GGML_TYPE_F16 && mask->ne[2]*mask->ne[3] == 1));
    // With AVX-512, ggml's own way is as fast for a single query; with AVX2 it takes twice as long.
    if (!is_plain || n_queries < (lanes == 16 ? 2 : 1) || n_queries > 64 || params->use_ref) return false;

    const int64_t key_stride = (n_keys + lanes - 1)/lanes*lanes;
    float * scores = scratch<float>(n_queries*key_stride + block_keys*n_dims);
    float * block = scores + n_queries*key_stride;
    const auto load_block = [&](const ggml_tensor * from, int64_t head, int64_t first, int64_t count) {
        for (int64_t key = 0; key < count; ++key) {
            const ggml_fp16_t * own = (const ggml_fp16_t *) ((const char *) from->data + (first + key)*from->nb[1] + head*from->nb[2]);
            for (int d = 0; d < n_dims; d += lanes) panels::store(block + key*n_dims + d, panels::load(own + d));
        }
    };
    for (int64_t head = params->ith; head < n_heads; head += params->nth) {
        for (int64_t first = 0; first < n_keys; first += block_keys) {
            const int64_t count = std::min(block_keys, n_keys - first);
            load_block(k, head, first, count);
            for (int64_t query = 0; query < n_queries; ++query) {
                const float * asked = (const float *) ((const char *) q->data + query*q->nb[1] + head*q->nb[2]);
                const ggml_fp16_t * allowed = mask ? (const ggml_fp16_t *) ((const char *) mask->data + query*mask->nb[1]) + first : nullptr;
                vec own[vectors];
                for (int i = 0; i < vectors; ++i) own[i] = panels::load(asked + i*lanes);
                for (int64_t key = 0; key < count; ++key) {
                    vec sum = panels::zero();
                    for (int i = 0; i < vectors; ++i) sum = panels::fused(own[i], panels::load(block + key*n_dims + i*lanes), sum);
                    scores[query*key_stride + first + key] = total(sum)*scale + (allowed ? GGML_CPU_FP16_TO_FP32(allowed[key]) : 0.0f);
                }
            }
        }
        for (int64_t query = 0; query < n_queries; ++query) {
            float * own = scores + query*key_stride;
            for (int64_t key = n_keys; key < key_stride; ++key) own[key] = -INFINITY;
            vec most = panels::load(own);
            for (int64_t key = lanes; key < n_keys; key += lanes) most = panels::larger(most, panels::load(own + key));
            const float top = panels::across(most, [](float a, float b) { return std::max(a, b); });
            vec sum = panels::zero();
            for (int64_t key = 0; key < n_keys; key += lanes) {
                const vec weight = ggml_v_expf(panels::add(panels::load(own + key), panels::fill(-top)));
                sum = panels::add(sum, weight);
                panels::store(own + key, weight);
            }
            const float by = 1.0f/total(sum);
            for (int64_t key = 0; key < n_keys; ++key) own[key] *= by;
        }
        for (int64_t first = 0; first < n_keys; first += block_keys) {
            const int64_t count = std::min(block_keys, n_keys - first);
            load_block(v, head, first, count);
            for (int64_t query = 0; query < n_queries; ++query) {
                float * target = (float *) ((char *) dst->data + (head + query*dst->ne[1])*dst->nb[1]);
                const float * own = scores + query*key_stride + first;
                vec sums[vectors];
                for (int i = 0; i < vectors; ++i) sums[i] = first > 0 ? panels::load(target + i*lanes) : panels::zero();
                for (int64_t key = 0; key < count; ++key) {
                    const vec weight = panels::fill(own[key]);
                    for (int i = 0; i < vectors; ++i) sums[i] = panels::fused(weight, panels::load(block + key*n_dims + i*lanes), sums[i]);
                }
                for (int i = 0; i < vectors; ++i) panels::store(target + i*lanes, sums[i]);
            }
        }
    }
    return true;
}

#else

bool ggml_compute_forward_mul_mat_few_rows(const ggml_compute_params *, ggml_tensor *) { return false; }
static bool ggml_compute_forward_attention_few_rows(const ggml_compute_params *, ggml_tensor *) { return false; }

#endif
`

export const fewRowsPatches: readonly SourcePatch[] = [
  {
    file: 'ggml/src/ggml-cpu/ops.cpp',
    find: 'static void ggml_compute_forward_flash_attn_ext_tiled(\n',
    replace: `${kernels}\nstatic void ggml_compute_forward_flash_attn_ext_tiled(\n`,
  },
  {
    file: 'ggml/src/ggml-cpu/ops.cpp',
    find: '    if (ggml_compute_forward_attention_panels(params, dst)) return;\n',
    replace:
      '    if (ggml_compute_forward_attention_panels(params, dst)) return;\n' +
      '    if (ggml_compute_forward_attention_few_rows(params, dst)) return;\n',
  },
  {
    file: 'ggml/src/ggml-cpu/ops.h',
    find: 'bool ggml_compute_forward_mul_mat_panels(',
    replace:
      'bool ggml_compute_forward_mul_mat_few_rows(const struct ggml_compute_params * params, struct ggml_tensor * dst);\n' +
      'bool ggml_compute_forward_mul_mat_panels(',
  },
  {
    file: 'ggml/src/ggml-cpu/ggml-cpu.c',
    find: '    if (ggml_compute_forward_mul_mat_panels(params, dst)) return;\n',
    replace:
      '    if (ggml_compute_forward_mul_mat_panels(params, dst)) return;\n' +
      '    if (ggml_compute_forward_mul_mat_few_rows(params, dst)) return;\n',
  },
]
