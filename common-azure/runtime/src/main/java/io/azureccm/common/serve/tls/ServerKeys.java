package io.azureccm.common.serve.tls;

import io.azureccm.common.tls.CurrentKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.LongSupplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ssl.pem.PemContent;

/**
 * The certificate of a server, from files that may be replaced at runtime: they are checked with each handshake, at most once
 * a second. Files that cannot be used, or do not belong together, change nothing.
 */
public final class ServerKeys extends CurrentKeys {
    private static final Logger LOG = LoggerFactory.getLogger(ServerKeys.class);
    private static final long CHECK_INTERVAL = Duration.ofSeconds(1).toNanos();

    private final Path certificateFile;
    private final Path keyFile;
    private final LongSupplier nanoTime;
    private volatile Known known;
    private volatile X509ExtendedKeyManager before;
    private String unusable = "";
    private long checkedAt;

    private record Known(String files, X509ExtendedKeyManager keys) {}

    /** Reads the files now; throws an {@link IllegalArgumentException} with a one-line message if they cannot be used. */
    public ServerKeys(Path certificateFile, Path keyFile) {
        this(certificateFile, keyFile, System::nanoTime);
    }

    ServerKeys(Path certificateFile, Path keyFile, LongSupplier nanoTime) {
        this.certificateFile = certificateFile;
        this.keyFile = keyFile;
        this.nanoTime = nanoTime;
        this.checkedAt = nanoTime.getAsLong();
        try {
            String certificate = read(certificateFile);
            String key = read(keyFile);
            this.known = new Known(certificate + key, keys(certificate, key));
            this.before = known.keys();
        } catch (GeneralSecurityException | IOException | RuntimeException unreadable) {
            throw new IllegalArgumentException("the certificate of the port, " + certificateFile + " with the key "
                    + keyFile + ", cannot be used: " + unreadable.getMessage(), unreadable);
        }
    }

    /** The keys of a server without configured files. */
    public static X509ExtendedKeyManager of(SelfSigned own) {
        try {
            return keys(List.of(own.certificate()), own.key());
        } catch (GeneralSecurityException | IOException impossible) {
            throw new IllegalStateException("every Java platform has key stores", impossible);
        }
    }

    @Override
    protected synchronized X509ExtendedKeyManager current() {
        if (nanoTime.getAsLong() - checkedAt >= CHECK_INTERVAL) {
            checkedAt = nanoTime.getAsLong();
            reloadIfChanged();
        }
        return known.keys();
    }

    private void reloadIfChanged() {
        String files = "";
        try {
            String certificate = read(certificateFile);
            String key = read(keyFile);
            files = certificate + key;
            if (files.equals(known.files()) || files.equals(unusable))
                return;
            X509ExtendedKeyManager keys = keys(certificate, key);
            before = known.keys();
            known = new Known(files, keys);
            LOG.info("The certificate {} of the port has changed and is in use", certificateFile);
        } catch (GeneralSecurityException | IOException | RuntimeException broken) {
            if (!unusable.equals(files) || files.isEmpty())
                LOG.warn("{} and its key cannot be used ({}); the previous certificate stays in use", certificateFile,
                        broken.getClass().getSimpleName());
            unusable = files;
        }
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }

    /** From PEM; throws an {@link IllegalArgumentException}, too. */
    public static X509ExtendedKeyManager keys(String certificate, String key)
            throws GeneralSecurityException, IOException {
        List<X509Certificate> chain = PemContent.of(certificate).getCertificates();
        PrivateKey privateKey = PemContent.of(key).getPrivateKey();
        if (privateKey == null)
            throw new GeneralSecurityException("there is no private key");
        requirePair(chain.getFirst(), privateKey);
        return keys(chain, privateKey);
    }

    private static X509ExtendedKeyManager keys(List<X509Certificate> chain, PrivateKey key)
            throws GeneralSecurityException, IOException {
        // Kept in memory only: PKCS12 would spend ten thousand rounds of hashing on its protection at each start.
        KeyStore store = KeyStore.getInstance("JKS");
        store.load(null, null);
        // By another name each time, so that a handshake never mixes two.
        store.setKeyEntry(UUID.randomUUID().toString(), key, new char[0], chain.toArray(Certificate[]::new));
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, new char[0]);
        return (X509ExtendedKeyManager) factory.getKeyManagers()[0];
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        X509Certificate[] chain = known.keys().getCertificateChain(alias);
        return chain == null ? before.getCertificateChain(alias) : chain;
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        PrivateKey key = known.keys().getPrivateKey(alias);
        return key == null ? before.getPrivateKey(alias) : key;
    }
}
