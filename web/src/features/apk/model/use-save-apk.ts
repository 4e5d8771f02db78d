import type { ApkRelease } from '@cryptonite/contracts/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apkReleasesQuery } from '../../../lib/apk-releases';
import { useToast } from '../../../ui/toast';
import { saveApk } from '../api/save-apk';

const TOAST_MS = 5_000;

/** Makes an uploaded file the one that is given out, and says how that went whether or not the dialog is still open. */
export function useSaveApk() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation<ApkRelease, Error, string>({
    mutationFn: saveApk,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: apkReleasesQuery().queryKey });
      toast({
        kind: 'done',
        title: 'APK Uploaded Successfully',
        text: 'The APK is now available for download.',
        lastsMs: TOAST_MS,
      });
    },
    onError: (error) => {
      console.error(error);
      toast({
        kind: 'destructive',
        title: 'Upload Failed',
        text: 'Failed to save APK metadata.',
        lastsMs: TOAST_MS,
      });
    },
  });
}
