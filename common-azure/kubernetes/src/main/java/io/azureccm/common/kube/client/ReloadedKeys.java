package io.azureccm.common.kube.client;

import io.azureccm.common.tls.CurrentKeys;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import javax.net.ssl.X509ExtendedKeyManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client certificate of a kubeconfig, from files that may be renewed at runtime: they are checked for each request, at
 * most once a second. Files that cannot be used, or do not belong together, change nothing.
 */
final class ReloadedKeys extends CurrentKeys {
    private static final Logger LOG = LoggerFactory.getLogger(ReloadedKeys.class);
    private static final long CHECK_INTERVAL = Duration.ofSeconds(1).toNanos();

    private final Path certificateFile;
    private final Path keyFile;
    private final String passphrase;
    private volatile Known known;
    private byte[] unusable = new byte[0];
    private long checkedAt = System.nanoTime();

    private record Known(int version, byte[] files, X509ExtendedKeyManager keys) {}

    ReloadedKeys(Config config) throws GeneralSecurityException, IOException {
        this.certificateFile = Path.of(config.getClientCertFile());
        this.keyFile = Path.of(config.getClientKeyFile());
        this.passphrase = config.getClientKeyPassphrase();
        byte[] certificate = Files.readAllBytes(certificateFile);
        byte[] key = Files.readAllBytes(keyFile);
        this.known = new Known(0, joined(certificate, key), read(certificate, key));
    }

    /** Changes with each renewal: connections that were opened earlier still use the previous certificate. */
    synchronized int version() {
        if (System.nanoTime() - checkedAt >= CHECK_INTERVAL) {
            checkedAt = System.nanoTime();
            reloadIfChanged();
        }
        return known.version();
    }

    private void reloadIfChanged() {
        byte[] files = new byte[0];
        try {
            byte[] certificate = Files.readAllBytes(certificateFile);
            byte[] key = Files.readAllBytes(keyFile);
            files = joined(certificate, key);
            if (Arrays.equals(files, known.files()) || Arrays.equals(files, unusable))
                return;
            known = new Known(known.version() + 1, files, read(certificate, key));
            LOG.info("The client certificate {} has changed and is in use", certificateFile);
        } catch (GeneralSecurityException | IOException | RuntimeException broken) {
            unusable = files;
            LOG.warn("client-certificate: {} and its key cannot be used ({}); the previous ones stay in use",
                    certificateFile, broken.getClass().getSimpleName());
        }
    }

    private X509ExtendedKeyManager read(byte[] certificate, byte[] key) throws GeneralSecurityException, IOException {
        String algorithm = Config.getKeyAlgorithm(new ByteArrayInputStream(key));
        X509ExtendedKeyManager keys = (X509ExtendedKeyManager) SSLUtils.keyManagers(encode(certificate), null,
                encode(key), null, algorithm == null ? "RSA" : algorithm, passphrase, null, null)[0];
        for (String type : new String[]{"RSA", "EC"}) {
            String alias = keys.chooseClientAlias(new String[]{type}, null, null);
            if (alias != null)
                requirePair(keys.getCertificateChain(alias)[0], keys.getPrivateKey(alias));
        }
        return keys;
    }

    private static byte[] joined(byte[] certificate, byte[] key) {
        byte[] both = Arrays.copyOf(certificate, certificate.length + key.length);
        System.arraycopy(key, 0, both, certificate.length, key.length);
        return both;
    }

    private static String encode(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    @Override
    protected X509ExtendedKeyManager current() {
        return known.keys();
    }
}
