package io.azureccm.credential.identity;

import io.azureccm.credential.http.Http;
import io.azureccm.credential.http.HttpRequest;
import io.azureccm.credential.http.RetryRule;
import io.azureccm.credential.report.Failure;
import io.azureccm.credential.report.Log;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Signs an application in at the sign-in service of its cloud with an assertion: a token of a Service account, or one
 * it signs itself.
 */
public final class SignIn implements TokenSource {
    private final String who;
    private final String tenant;
    private final String clientId;
    private final URI endpoint;
    private final Function<URI, String> assertion;
    private final Http http;
    private final RetryRule rule;
    private final Log log;

    /**
     * @param who what is signed in with, as the start of messages
     *
     * @param assertion creates the assertion for the URL that it is sent to
     */
    public SignIn(String who, Cloud cloud, String tenant, String clientId, Function<URI, String> assertion, Http http,
            RetryRule rule, Log log) {
        this.who = who;
        this.tenant = tenant;
        this.clientId = clientId;
        this.assertion = assertion;
        this.http = http;
        this.rule = rule;
        this.log = log;
        if (!tenant.matches("[A-Za-z0-9.-]+"))
            throw new Failure(
                    who + ": the tenant id is empty or has characters other than letters, digits, dots and hyphens");
        endpoint = Clouds.url(who + ": the sign-in host of the cloud",
                cloud.signInHost() + tenant + "/oauth2/v2.0/token");
        if (!"https".equals(endpoint.getScheme()))
            throw new Failure(who + ": the sign-in host of the cloud has to begin with https://");
    }

    @Override
    public String tenant() {
        return tenant;
    }

    @Override
    public String token() {
        String shown = assertion.apply(endpoint);
        log.secret(shown);
        HttpRequest request = HttpRequest.form(endpoint, fields(clientId, shown), Map.of("Accept", "application/json"));
        return TokenResponse.token(http.send(request, rule), who + ": " + request.shown(), "", log);
    }

    /** The form for an application that uses an assertion. */
    static Map<String, String> fields(String clientId, String assertion) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("grant_type", "client_credentials");
        fields.put("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
        fields.put("client_assertion", assertion);
        fields.put("client_id", clientId);
        fields.put("scope", SCOPE);
        return fields;
    }
}
