package io.azureccm.common.kube.client;

import io.azureccm.common.tls.CertificateFiles;
import io.azureccm.common.tls.FollowedTrust;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.TrustManager;

/**
 * TLS to the Kubernetes API as client-go has it: the CA the kubeconfig or the service account names, otherwise those of the
 * runtime with {@code SSL_CERT_FILE} and {@code SSL_CERT_DIR}. CAs and client certificates in files may be replaced meanwhile.
 */
final class KubeTls {
    private KubeTls() {}

    static void apply(Config config, Map<String, String> environment, HttpClient.Builder http) {
        if (!config.getMasterUrl().startsWith("https:") || config.isTrustCerts())
            return;
        try {
            http.sslContext(keys(config), trust(config, environment));
        } catch (IllegalArgumentException | GeneralSecurityException | IOException unusable) {
            throw new KubeConfigException("TLS to " + config.getMasterUrl() + ": " + unusable.getMessage(), unusable);
        }
    }

    private static TrustManager[] trust(Config config, Map<String, String> environment)
            throws GeneralSecurityException, IOException {
        if (config.getCaCertData() != null)
            return SSLUtils.trustManagers(config);
        String file = config.getCaCertFile();
        return new TrustManager[]{file == null
                ? new FollowedTrust(() -> CertificateFiles.ofEnvironment(environment))
                : new FollowedTrust(() -> CertificateFiles.ofFile("certificate-authority", Path.of(file)))};
    }

    private static KeyManager[] keys(Config config) throws GeneralSecurityException, IOException {
        if (config.getClientCertFile() == null || config.getClientKeyFile() == null
                || config.getClientCertData() != null || config.getClientKeyData() != null)
            return SSLUtils.keyManagers(config);
        return new KeyManager[]{new FollowedKeys(config)};
    }
}
