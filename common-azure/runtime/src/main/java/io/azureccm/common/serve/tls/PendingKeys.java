package io.azureccm.common.serve.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/** Keys that are generated in the background: a handshake that comes earlier waits for them. */
public final class PendingKeys extends X509ExtendedKeyManager {
    private final CompletableFuture<X509ExtendedKeyManager> made = new CompletableFuture<>();

    /** Starts generating at once; an exception of the generator is thrown by each handshake. */
    public PendingKeys(Supplier<X509ExtendedKeyManager> maker) {
        Thread.ofPlatform().daemon().name("port-keys").start(() -> {
            try {
                made.complete(maker.get());
            } catch (RuntimeException | Error failed) {
                made.completeExceptionally(failed);
            }
        });
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
        return made.join().getServerAliases(type, issuers);
    }

    @Override
    public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
        return made.join().chooseServerAlias(type, issuers, socket);
    }

    @Override
    public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
        return made.join().chooseEngineServerAlias(type, issuers, engine);
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
        return made.join().getClientAliases(type, issuers);
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
        return made.join().chooseClientAlias(types, issuers, socket);
    }

    @Override
    public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
        return made.join().chooseEngineClientAlias(types, issuers, engine);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return made.join().getCertificateChain(alias);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return made.join().getPrivateKey(alias);
    }
}
