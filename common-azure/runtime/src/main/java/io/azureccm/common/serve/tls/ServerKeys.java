package io.azureccm.common.serve.tls;

import io.azureccm.common.tls.CurrentKeys;
import io.azureccm.common.tls.Reloaded;
import io.azureccm.common.tls.Reloaded.KeyPair;
import java.io.IOException;
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
import org.springframework.boot.ssl.pem.PemContent;

/**
 * The certificate of a server, from files that may be replaced at runtime: they are checked with each handshake, at most once
 * a second. A handshake under way ends with the keys with which it began.
 */
public final class ServerKeys extends CurrentKeys {
    private final Reloaded<KeyPair, X509ExtendedKeyManager> files;
    private volatile X509ExtendedKeyManager now;
    private volatile X509ExtendedKeyManager before;

    /** Reads the files now; throws an {@link IllegalArgumentException} with a one-line message if they cannot be used. */
    public ServerKeys(Path certificateFile, Path keyFile) {
        this(certificateFile, keyFile, System::nanoTime);
    }

    ServerKeys(Path certificateFile, Path keyFile, LongSupplier nanoTime) {
        try {
            this.files = new Reloaded<>(
                    "The certificate " + certificateFile + " of the port with the key " + keyFile,
                    () -> KeyPair.read(certificateFile, keyFile), pair -> keys(pair.certificate(), pair.key()),
                    Duration.ofSeconds(1), nanoTime);
            this.now = files.last();
            this.before = now;
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
        X509ExtendedKeyManager current = files.get();
        if (current != now) {
            before = now;
            now = current;
        }
        return current;
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
        X509Certificate[] chain = now.getCertificateChain(alias);
        return chain == null ? before.getCertificateChain(alias) : chain;
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        PrivateKey key = now.getPrivateKey(alias);
        return key == null ? before.getPrivateKey(alias) : key;
    }
}
