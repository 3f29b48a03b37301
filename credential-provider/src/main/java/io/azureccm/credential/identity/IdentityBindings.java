package io.azureccm.credential.identity;

import io.azureccm.credential.http.Http;
import io.azureccm.credential.http.HttpRequest;
import io.azureccm.credential.http.PemCertificates;
import io.azureccm.credential.http.RetryRule;
import io.azureccm.credential.http.Trust;
import io.azureccm.credential.report.Failure;
import io.azureccm.credential.report.Log;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * AKS identity bindings: an endpoint at the Kubernetes API that exchanges the token of a Service account for an Entra
 * ID token.
 */
public final class IdentityBindings implements TokenSource {
    private final String clientId;
    private final String serviceAccountToken;
    private final URI endpoint;
    private final Http http;
    private final Log log;

    /**
     * @param http connects only to the Kubernetes API and trusts only its CA
     */
    public IdentityBindings(String clientId, String serviceAccountToken, String serverName, Http http, Log log) {
        this.clientId = clientId;
        this.serviceAccountToken = serviceAccountToken;
        this.http = http;
        this.log = log;
        endpoint = Clouds.url("identity bindings: https:// followed by --ib-sni-name", "https://" + serverName);
    }

    @Override
    public String token() {
        HttpRequest request = HttpRequest.form(endpoint, SignIn.fields(clientId, serviceAccountToken), Map.of());
        return TokenResponse.token(http.send(request, RetryRule.USUAL), "identity bindings: " + request.shown(), "",
                log);
    }

    /** Trusts only the CA of the cluster. */
    public static Trust trust(Path file) {
        byte[] content;
        try {
            content = Files.readAllBytes(file);
        } catch (IOException unreadable) {
            throw new Failure("identity bindings: the CA file " + file + " does not exist or cannot be read");
        }
        PemCertificates certificates = new PemCertificates();
        certificates.add(content);
        if (certificates.isEmpty())
            throw new Failure("identity bindings: the CA file " + file + " has no certificate");
        return Trust.in(certificates);
    }
}
