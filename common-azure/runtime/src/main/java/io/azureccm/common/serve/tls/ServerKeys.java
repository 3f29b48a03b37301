package io.azureccm.common.serve.tls;

import io.azureccm.common.tls.CurrentKeys;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ssl.pem.PemContent;

/**
 * The certificate of a server, from files that may be replaced at runtime: they are checked with each handshake, at most once
 * a second. Files that cannot be used, or do not belong together, change nothing.
 */
public final class ServerKeys extends X509ExtendedKeyManager {
    private static final Logger LOG = LoggerFactory.getLogger(ServerKeys.class);
    private static final long CHECK_INTERVAL = Duration.ofSeconds(1).toNanos();

    private final Path certificateFile;
    private final Path keyFile;
    private final LongSupplier nanoTime;
    private volatile Known known;
    private volatile Known before;
    private String unusable = "";
    private long checkedAt;

    private record Known(int version, String files, X509ExtendedKeyManager keys) {}

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
            this.known = new Known(0, certificate + key, keys(certificate, key));
            this.before = known;
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

    private synchronized Known now() {
        if (nanoTime.getAsLong() - checkedAt >= CHECK_INTERVAL) {
            checkedAt = nanoTime.getAsLong();
            reloadIfChanged();
        }
        return known;
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
            before = known;
            known = new Known(before.version() + 1, files, keys);
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
        CurrentKeys.requirePair(chain.getFirst(), privateKey);
        return keys(chain, privateKey);
    }

    private static X509ExtendedKeyManager keys(List<X509Certificate> chain, PrivateKey key)
            throws GeneralSecurityException, IOException {
        // Kept in memory only: PKCS12 would spend ten thousand rounds of hashing on its protection at each start.
        KeyStore store = KeyStore.getInstance("JKS");
        store.load(null, null);
        store.setKeyEntry("port", key, new char[0], chain.toArray(Certificate[]::new));
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, new char[0]);
        return (X509ExtendedKeyManager) factory.getKeyManagers()[0];
    }

    /** The alias contains the version, so that a handshake never mixes two versions. */
    private static String alias(Known of, String alias) {
        return alias == null ? null : of.version() + "/" + alias;
    }

    private X509ExtendedKeyManager of(String alias) {
        Known now = known;
        return alias.startsWith(now.version() + "/") ? now.keys() : before.keys();
    }

    private static String plain(String alias) {
        return alias.substring(alias.indexOf('/') + 1);
    }

    @Override
    public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
        Known now = now();
        return alias(now, now.keys().chooseEngineServerAlias(type, issuers, engine));
    }

    @Override
    public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
        Known now = now();
        return alias(now, now.keys().chooseServerAlias(type, issuers, socket));
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return of(alias).getCertificateChain(plain(alias));
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return of(alias).getPrivateKey(plain(alias));
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
        Known now = known;
        String[] found = now.keys().getServerAliases(type, issuers);
        return found == null
                ? null
                : List.of(found).stream().map(each -> alias(now, each)).toArray(String[]::new);
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
        return null;
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
        return null;
    }
}
