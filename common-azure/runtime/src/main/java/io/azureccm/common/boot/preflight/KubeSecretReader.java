package io.azureccm.common.boot.preflight;

import io.azureccm.common.config.load.SecretReader;
import io.azureccm.common.config.load.SecretRef;
import io.azureccm.common.kube.client.KubeFailures;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.util.Base64;
import java.util.Optional;

/**
 * Reads the Secret with the cloud config from the API: one small GET per check. It is not watched, since permission to get a
 * single Secret is the least privilege.
 */
record KubeSecretReader(KubernetesClient kubernetes) implements SecretReader {
    @Override
    public Optional<byte[]> read(SecretRef ref) throws IOException {
        try {
            Secret secret = kubernetes.secrets().inNamespace(ref.namespace()).withName(ref.name()).get();
            return Optional.ofNullable(secret)
                    .map(Secret::getData)
                    .map(data -> data.get(ref.key()))
                    .map(Base64.getDecoder()::decode);
        } catch (KubernetesClientException failed) {
            throw new IOException(KubeFailures.describe(kubernetes.getMasterUrl().toString(), failed), failed);
        } catch (IllegalArgumentException notBase64) {
            throw new IOException("its data is not base64", notBase64);
        }
    }
}
