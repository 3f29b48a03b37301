package io.azureccm.common.kube.client;

import io.fabric8.kubernetes.client.Config;
import java.nio.file.Path;
import java.util.Map;

/** The API from inside a pod: host and port from the environment, token and CA from the mounted service account. */
final class InCluster {
    static final Path SERVICE_ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    private InCluster() {}

    static Config config(Map<String, String> environment, Path serviceAccount) {
        String host = environment.get("KUBERNETES_SERVICE_HOST");
        String port = environment.get("KUBERNETES_SERVICE_PORT");
        Path token = serviceAccount.resolve("token");
        if (host == null || port == null) {
            throw new KubeConfigException("no Kubernetes API given: neither --kubeconfig nor --master is set, and"
                    + " without KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT this is not a pod");
        }
        Config config = Config.empty();
        config.setMasterUrl("https://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port);
        config.setCaCertFile(serviceAccount.resolve("ca.crt").toString());
        config.setOauthTokenProvider(new TokenFile("service account token", token, System::nanoTime));
        return config;
    }
}
