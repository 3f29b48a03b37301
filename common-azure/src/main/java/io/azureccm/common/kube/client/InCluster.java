package io.azureccm.common.kube.client;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.OAuthTokenProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;

/** The API as a pod sees it: host and port from the environment, token and CA from the mounted service account. */
final class InCluster {
    static final Path SERVICE_ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    private InCluster() {}

    static Config config(Map<String, String> environment, Path serviceAccount) {
        String host = environment.get("KUBERNETES_SERVICE_HOST");
        String port = environment.get("KUBERNETES_SERVICE_PORT");
        Path token = serviceAccount.resolve("token");
        if (host == null || port == null) {
            throw new KubeConfigException("no Kubernetes API given: neither --kubeconfig nor --master is set, and "
                    + "KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT say this is no pod");
        }
        if (!Files.isReadable(token)) {
            throw new KubeConfigException("cannot read the service account token " + token);
        }
        Config config = Config.empty();
        config.setMasterUrl("https://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port);
        config.setCaCertFile(serviceAccount.resolve("ca.crt").toString());
        config.setOauthTokenProvider(new TokenFile(token, System::nanoTime));
        return config;
    }

    /** The kubelet replaces the token before it expires; it is read again once a minute. */
    static final class TokenFile implements OAuthTokenProvider {
        private static final long KEEP = Duration.ofMinutes(1).toNanos();

        private final Path file;
        private final LongSupplier nanoTime;
        private String token;
        private long readAt;

        TokenFile(Path file, LongSupplier nanoTime) {
            this.file = file;
            this.nanoTime = nanoTime;
        }

        @Override
        public synchronized String getToken() {
            long now = nanoTime.getAsLong();
            if (token == null || now - readAt >= KEEP) {
                try {
                    token = Files.readString(file).strip();
                    readAt = now;
                } catch (IOException e) {
                    // A token that cannot be read again for a moment is still good: it is replaced well before it ends.
                    if (token == null) {
                        throw new KubeConfigException("cannot read the service account token " + file, e);
                    }
                }
            }
            return token;
        }
    }
}
