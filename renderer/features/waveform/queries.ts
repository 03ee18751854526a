import { useQuery } from '@tanstack/react-query'
import { getWaveform } from 'earshot/client'
import type { ContentRef } from '../../api/types.ts'

/**
 * How loud a recording is from end to end; no data where it was transcribed before these were kept.
 * @param isDrawn asked for only then: it comes with the transcription
 */
export const useWaveform = ({ projectId, contentId }: ContentRef, isDrawn: boolean) =>
  useQuery({
    queryKey: ['waveform', projectId, contentId],
    queryFn: async ({ signal }) =>
      (await getWaveform({ path: { projectId, contentId }, signal })).data,
    enabled: isDrawn,
    staleTime: Infinity,
  })
