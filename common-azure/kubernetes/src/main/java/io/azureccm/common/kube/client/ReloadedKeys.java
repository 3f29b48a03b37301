package io.azureccm.common.kube.client;

import io.azureccm.common.tls.CurrentKeys;
import io.azureccm.common.tls.Reloaded;
import io.azureccm.common.tls.Reloaded.KeyPair;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * The client certificate of a kubeconfig, from files that may be renewed at runtime: they are checked for each request, at
 * most once a second.
 */
final class ReloadedKeys extends CurrentKeys {
    private final String passphrase;
    private final Reloaded<KeyPair, X509ExtendedKeyManager> files;

    ReloadedKeys(Config config) throws GeneralSecurityException, IOException {
        Path certificate = Path.of(config.getClientCertFile());
        Path key = Path.of(config.getClientKeyFile());
        this.passphrase = config.getClientKeyPassphrase();
        this.files = new Reloaded<>("The client certificate " + certificate + " with the key " + key,
                () -> KeyPair.read(certificate, key), this::keys, Duration.ofSeconds(1), System::nanoTime);
    }

    /** Another one with each renewal: connections that were opened earlier still use the previous certificate. */
    Object version() {
        return files.get();
    }

    private X509ExtendedKeyManager keys(KeyPair pair) throws GeneralSecurityException, IOException {
        String algorithm = Config.getKeyAlgorithm(new ByteArrayInputStream(bytes(pair.key())));
        X509ExtendedKeyManager keys = (X509ExtendedKeyManager) SSLUtils.keyManagers(encode(pair.certificate()), null,
                encode(pair.key()), null, algorithm == null ? "RSA" : algorithm, passphrase, null, null)[0];
        for (String type : new String[]{"RSA", "EC"}) {
            String alias = keys.chooseClientAlias(new String[]{type}, null, null);
            if (alias != null)
                requirePair(keys.getCertificateChain(alias)[0], keys.getPrivateKey(alias));
        }
        return keys;
    }

    private static byte[] bytes(String pem) {
        return pem.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String encode(String pem) {
        return Base64.getEncoder().encodeToString(bytes(pem));
    }

    @Override
    protected X509ExtendedKeyManager current() {
        return files.last();
    }
}
