import type { ApkRelease, CheckedApk } from '@cryptonite/contracts/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import bs58 from 'bs58';
import { useState } from 'react';
import { apkReleasesQuery } from '../../../lib/apk-releases';
import { useToast } from '../../../ui/toast';
import { checkApk, saveApk } from '../api/save-apk';

const TOAST_MS = 5_000;

export type SaveApkInput = {
  apkUrl: string;
  /** Has the admin's wallet sign what the check found. */
  sign: (checked: CheckedApk) => Promise<Uint8Array>;
};

/**
 * Makes an uploaded file the one that is given out, once its admin has signed for it, and says how that went whether or not the
 * dialog is still open. `toSign` is what the wallet is asked to sign now.
 */
export function useSaveApk() {
  const client = useQueryClient();
  const toast = useToast();
  const [toSign, setToSign] = useState<CheckedApk | null>(null);
  const mutation = useMutation<ApkRelease, Error, SaveApkInput>({
    mutationFn: async ({ apkUrl, sign }) => {
      try {
        const checked = await checkApk(apkUrl);
        setToSign(checked);
        const signature = bs58.encode(await sign(checked));
        setToSign(null);
        return await saveApk(apkUrl, signature);
      } catch (error) {
        throw new Error('Failed to save APK', { cause: error });
      } finally {
        setToSign(null);
      }
    },
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
  return { ...mutation, toSign };
}
