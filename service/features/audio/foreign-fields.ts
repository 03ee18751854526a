// Fields of other services with OpenAI's API (faster-whisper, whisper.cpp, vLLM and others), which their clients send here.
import { errors } from '../../core/errors.ts'

/**
 * How a model looks for the likeliest words, where speech is, how fast it works and who asks: the engine
 * here decides that by itself, and the answer has the same meaning without it.
 */
const harmless = new Set([
  ...[
    'batch_size',
    'batched',
    'beam_size',
    'best_of',
    'chunk_length',
    'chunk_size',
    'compression_ratio_threshold',
  ],
  ...[
    'compute_type',
    'condition_on_previous_text',
    'device',
    'encode',
    'entropy_thold',
    'frequency_penalty',
  ],
  ...[
    'hallucination_silence_threshold',
    'length_penalty',
    'log_prob_threshold',
    'logprob_thold',
    'logprob_threshold',
  ],
  ...['metadata', 'min_p', 'multilingual', 'no_context', 'no_repeat_ngram_size', 'no_speech_thold'],
  ...[
    'no_speech_threshold',
    'no_timestamps',
    'patience',
    'presence_penalty',
    'prompt_reset_on_temperature',
  ],
  ...[
    'repetition_penalty',
    'seed',
    'stream_continuous_usage_stats',
    'stream_include_usage',
    'suppress_blank',
  ],
  ...[
    'suppress_non_speech',
    'suppress_nst',
    'temperature_inc',
    'threads',
    'top_k',
    'top_p',
    'user',
    'vad',
  ],
  ...[
    'vad_filter',
    'vad_method',
    'vad_parameters',
    'vad_threshold',
    'without_timestamps',
    'word_thold',
  ],
])

/** What changes the answer when it is on, with what to send here instead. */
const switches: Readonly<Record<string, string>> = {
  diarize: 'Send response_format=diarized_json to have speakers told apart.',
  translate: 'Send the recording to /v1/audio/translations to have it in English.',
  word_timestamps:
    'Send timestamp_granularities[]=word and response_format=verbose_json to have the times of words.',
}
const isOff = /^(?:false|0|no|off)$/i

/** Whether a field can be passed over. Throws on one that cannot, where it is known what to send instead. */
export function isHarmless(name: string, text: string): boolean {
  // A field may have parts, as in `vad_parameters[threshold]`.
  const [base = ''] = name.split('[')
  if (harmless.has(base)) return true
  const instead = Object.hasOwn(switches, name) ? switches[name] : undefined
  if (instead === undefined) return false
  if (isOff.test(text)) return true
  throw errors.invalid(name, 'unsupported', `${name} is not taken here. ${instead}`)
}
