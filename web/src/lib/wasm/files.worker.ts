/** Records and pictures, in a worker. */
import init, {
  convertFile,
  picture,
  type RecordFile,
  recordFile,
} from './pkg/files/komadai_files.js';
import { serve } from './call';

export interface Written {
  bytes: Uint8Array;
  notices: string[];
}

function written(file: RecordFile): Written {
  const value = { bytes: file.bytes, notices: file.notices };
  file.free();
  return value;
}

serve(
  {
    record: (log: string, format: string, encoding: string, language: string, date: string) =>
      written(recordFile(log, format, encoding, language, date)),
    convert: (bytes: Uint8Array, variant: string, format: string, encoding: string) =>
      written(convertFile(bytes, variant, format, encoding)),
    picture: (
      variant: string,
      sfen: string,
      pieces: string,
      last: string | undefined,
      bottom: string,
    ) => picture(variant, sfen, pieces, last, bottom),
  },
  init(),
);
