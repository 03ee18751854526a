/** The build of whisper-cli for a graphics processor, in a folder next to the one for the CPU. */
import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import type { SourcePatch } from './search-patches.ts'

/** CUDA is the faster on its cards; Vulkan needs no libraries of 500 MB and knows all makers'. */
export type GpuKind = 'cuda' | 'vulkan'

/** What is added to the CMake arguments of the CPU build. */
export function gpuBuildFlags(kind: GpuKind): string[] {
  if (kind === 'vulkan') return ['-DGGML_VULKAN=ON']
  // Only for the GPUs of this machine: compiling for all takes an hour.
  return ['-DGGML_CUDA=ON', '-DCMAKE_CUDA_ARCHITECTURES=native']
}

const oldestHeaders = '1.3.239'

/**
 * Lets ggml's Vulkan back end compile with Debian 12's headers, and ends at once, with one line,
 * where they are older.
 */
export const gpuPatches: readonly SourcePatch[] = [
  // Asks for a validation layer in debug builds; the rest of the file is content with the headers.
  {
    file: 'ggml/src/ggml-vulkan/ggml-vulkan.cpp',
    find: '    std::vector<vk::LayerSettingEXT> settings = {\n',
    replace: '#ifdef VK_EXT_layer_settings\n    std::vector<vk::LayerSettingEXT> settings = {\n',
  },
  {
    file: 'ggml/src/ggml-vulkan/ggml-vulkan.cpp',
    find: 'layers, extensions, &layer_setting_info);\n',
    replace:
      'layers, extensions, &layer_setting_info);\n' +
      '#else\n' +
      '    vk::InstanceCreateInfo instance_create_info(' +
      'vk::InstanceCreateFlags{}, &app_info, layers, extensions);\n' +
      '#endif\n',
  },
  {
    file: 'ggml/src/ggml-vulkan/CMakeLists.txt',
    find: 'find_package(Vulkan COMPONENTS glslc REQUIRED)\n',
    replace:
      'find_package(Vulkan COMPONENTS glslc)\n' +
      'if (NOT Vulkan_FOUND OR NOT Vulkan_glslc_FOUND)\n' +
      '    message(FATAL_ERROR "REASON: the headers of Vulkan are missing")\n' +
      'endif()\n' +
      `if (Vulkan_VERSION AND Vulkan_VERSION VERSION_LESS ${oldestHeaders})\n` +
      '    message(FATAL_ERROR "REASON: the headers of Vulkan are older than ' +
      `${oldestHeaders}")\n` +
      'endif()\n',
  },
  {
    file: 'ggml/src/ggml-vulkan/CMakeLists.txt',
    find: 'find_package(SPIRV-Headers CONFIG REQUIRED)\n',
    replace:
      'find_package(SPIRV-Headers CONFIG)\n' +
      'if (NOT SPIRV-Headers_FOUND)\n' +
      '    message(FATAL_ERROR "REASON: the headers of SPIR-V are missing")\n' +
      'endif()\n',
  },
]

/** The line above that ended CMake's configuration, without its wording. */
export const reasonOf = (output: string): string | undefined => /REASON: (.+)/.exec(output)?.[1]

const gpuFolderName = 'gpu'

/** Where the GPU build of a folder with whisper-cli lies, if it could be built. */
export const gpuFolder = (folder: string): string => path.join(folder, gpuFolderName)

/** The GPU build of this whisper-cli, or the program itself, which may also use a GPU. */
export async function findGpuProgram(program: string): Promise<string> {
  const file = path.join(gpuFolder(path.dirname(program)), path.basename(program))
  return access(file, constants.X_OK).then(
    () => file,
    () => program,
  )
}
