package io.azureccm.common.kube.client;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Creates clients of the Kubernetes API. Creating a client sends nothing; {@link #problem} checks whether the API responds. */
public final class KubeClients {
    private static final int CONNECT_TIMEOUT_MILLIS = 10_000;

    private KubeClients() {}

    /** A client with the request limits of the settings. Throws {@link KubeConfigException} if the settings name no API. */
    public static KubernetesClient open(KubeSettings settings) {
        return open(settings, new RequestLog());
    }

    /** The same, with each request reported to the log. */
    public static KubernetesClient open(KubeSettings settings, RequestLog log) {
        Config config = config(settings);
        config.setRequestRetryBackoffLimit(2);
        config.setRequestRetryBackoffInterval(250);
        return build(config, log, () -> new TokenBucket(settings.qps(), settings.burst(), System::nanoTime));
    }

    /**
     * A client for the leader's lease only: without rate limit and without retries of its own, so that neither traffic nor a
     * slow response delays a renewal. Each request is given up after {@code timeout}.
     */
    public static KubernetesClient openForLease(KubeSettings settings, Duration timeout) {
        Config config = config(settings.withRequestTimeout(timeout));
        config.setConnectionTimeout((int) Math.min(timeout.toMillis(), CONNECT_TIMEOUT_MILLIS));
        config.setRequestRetryBackoffLimit(0);
        // The opening of a WebSocket is waited for without a limit.
        config.setOnlyHttpWatches(true);
        return build(config, new RequestLog(), () -> new TokenBucket(1000, 1000, System::nanoTime));
    }

    /** Requests the version of the API: empty if it responds, otherwise one line with its URL and the problem. */
    public static Optional<String> problem(KubernetesClient client) {
        try {
            client.getKubernetesVersion();
            return Optional.empty();
        } catch (KubernetesClientException | KubeConfigException e) {
            return Optional.of(KubeFailures.describe(client.getMasterUrl().toString(), e));
        }
    }

    private static KubernetesClient build(Config config, RequestLog log, Supplier<TokenBucket> buckets) {
        RequestLimit limit = new RequestLimit(buckets.get(), buckets.get(), buckets.get());
        Optional<KubeTls> tls = KubeTls.of(config, System.getenv());
        return new KubernetesClientBuilder().withConfig(config)
                .withHttpClientFactory(new NamedThreadHttpFactory(tls))
                .withTaskExecutor(NamedThreadHttpFactory.named("kube-task-"))
                .withHttpClientBuilderConsumer(http -> http.addOrReplaceInterceptor(RequestLimit.NAME, limit)
                        .addOrReplaceInterceptor(RequestLog.NAME, log))
                .build();
    }

    static Config config(KubeSettings settings) {
        Config config = source(settings);
        config.setUserAgent(settings.userAgent());
        config.setRequestTimeout((int) settings.requestTimeout().toMillis());
        config.setConnectionTimeout(CONNECT_TIMEOUT_MILLIS);
        // One connection per request in flight: a dead connection then affects one request, not all that share it.
        config.setHttp2Disable(true);
        return config;
    }

    private static Config source(KubeSettings settings) {
        if (settings.kubeconfig().isPresent()) {
            Config config = fromFile(settings.kubeconfig().get());
            settings.master().ifPresent(config::setMasterUrl);
            return config;
        }
        if (settings.master().isPresent()) {
            Config config = Config.empty();
            config.setMasterUrl(settings.master().get());
            config.setOauthTokenProvider(() -> "");
            return config;
        }
        return InCluster.config(System.getenv(), InCluster.SERVICE_ACCOUNT);
    }

    private static Config fromFile(Path file) {
        if (!Files.isReadable(file)) {
            throw new KubeConfigException("cannot read the kubeconfig " + file);
        }
        try {
            io.fabric8.kubernetes.api.model.Config stored = PlainKubeconfig.read(file)
                    .orElseGet(() -> KubeConfigUtils.parseConfig(file.toFile()));
            Config config = Config.empty();
            KubeConfigUtils.merge(config, null, stored);
            if (config.getCurrentContext() == null) {
                throw new KubeConfigException("the kubeconfig " + file + " has no current context");
            }
            if (hasCertificate(config) && config.getClientKeyFile() == null && config.getClientKeyData() == null)
                throw new KubeConfigException("the kubeconfig " + file + " is not usable: its user "
                        + config.getCurrentContext().getContext().getUser()
                        + " has a client certificate without client-key or client-key-data");
            Optional<Path> tokenFile = tokenFile(config, stored, file);
            if (tokenFile.isPresent()) {
                config.setOauthTokenProvider(new TokenFile("tokenFile", tokenFile.get(), System::nanoTime));
            } else if (hasNoToken(config)) {
                // Otherwise the client reads the file again before each request, looking for a token.
                config.setOauthTokenProvider(() -> "");
            }
            return config;
        } catch (KubernetesClientException e) {
            throw new KubeConfigException("the kubeconfig " + file + " is not usable: " + e.getMessage(), e);
        }
    }

    /** The client does not support token files in kubeconfigs; relative paths are resolved against the kubeconfig. */
    private static Optional<Path> tokenFile(Config config, io.fabric8.kubernetes.api.model.Config stored,
            Path kubeconfig) {
        String user = config.getCurrentContext().getContext().getUser();
        return stored.getUsers()
                .stream()
                .filter(each -> each.getName().equals(user) && each.getUser() != null)
                .map(each -> each.getUser().getTokenFile())
                .filter(each -> each != null && !each.isEmpty())
                .map(each -> kubeconfig.toAbsolutePath().resolveSibling(each))
                .findFirst();
    }

    private static boolean hasCertificate(Config config) {
        return config.getClientCertFile() != null || config.getClientCertData() != null;
    }

    private static boolean hasNoToken(Config config) {
        return config.getOauthToken() == null && config.getAutoOAuthToken() == null && config.getAuthProvider() == null;
    }
}
