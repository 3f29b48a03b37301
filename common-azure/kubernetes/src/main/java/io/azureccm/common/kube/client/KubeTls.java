package io.azureccm.common.kube.client;

import io.azureccm.common.tls.CertificateFiles;
import io.azureccm.common.tls.ReloadedTrust;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * TLS to the Kubernetes API with the rules of client-go: the CA that the kubeconfig or the service account names, otherwise
 * those of the Java runtime with {@code SSL_CERT_FILE} and {@code SSL_CERT_DIR}. CA and client certificate files may be
 * replaced at runtime.
 */
final class KubeTls {
    private final KeyManager[] keys;
    private final TrustManager[] trust;

    private KubeTls(KeyManager[] keys, TrustManager[] trust) {
        this.keys = keys;
        this.trust = trust;
    }

    /** Empty if no own TLS settings are needed. Invalid settings are a {@link KubeConfigException}. */
    static Optional<KubeTls> of(Config config, Map<String, String> environment) {
        if (!config.getMasterUrl().startsWith("https:") || config.isTrustCerts())
            return Optional.empty();
        try {
            return Optional.of(new KubeTls(keys(config), trust(config, environment)));
        } catch (IllegalArgumentException | GeneralSecurityException | IOException unusable) {
            throw new KubeConfigException("TLS to " + config.getMasterUrl() + ": " + unusable.getMessage(), unusable);
        }
    }

    /** The client certificate, if it may be renewed. */
    Optional<ReloadedKeys> renewable() {
        return keys != null && keys.length == 1 && keys[0] instanceof ReloadedKeys followed
                ? Optional.of(followed)
                : Optional.empty();
    }

    /** A new context without TLS sessions. */
    SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, trust, null);
            return context;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has TLS", impossible);
        }
    }

    private static TrustManager[] trust(Config config, Map<String, String> environment)
            throws GeneralSecurityException, IOException {
        if (config.getCaCertData() != null)
            return SSLUtils.trustManagers(config);
        String file = config.getCaCertFile();
        return new TrustManager[]{new ReloadedTrust(() -> file == null
                ? CertificateFiles.ofEnvironment(environment)
                : CertificateFiles.ofFile("certificate-authority", Path.of(file)))};
    }

    private static KeyManager[] keys(Config config) throws GeneralSecurityException, IOException {
        if (config.getClientCertFile() == null || config.getClientKeyFile() == null
                || config.getClientCertData() != null || config.getClientKeyData() != null)
            return SSLUtils.keyManagers(config);
        return new KeyManager[]{new ReloadedKeys(config)};
    }
}
