package io.azureccm.common.arm.gateway;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.VirtualClock;
import io.azureccm.common.arm.credential.FallbackCredential;
import io.azureccm.common.arm.http.ArmBodies;
import io.azureccm.common.arm.http.TrustFiles;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.cloud.AzureCloud;
import io.azureccm.common.config.credential.CredentialChoice;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.core.ArmId;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A cloud of its own on one server: ARM, token service and Key Vault. Tokens are named {@code tenant/client}; ARM answers every
 * read with an empty object.
 */
public final class CloudServer implements AutoCloseable {
    public final ScriptedServer server = new ScriptedServer();
    public String vaultSecret = "";
    String refusal = "";

    public CloudServer() {
        server.otherwise(this::answer);
    }

    public AzureCloud cloud() {
        return new AzureCloud("Test", server.base(), server.base(), "https://arm.test", "localhost");
    }

    /** The gateway that an {@code azure.json} with these keys leads to. */
    ArmGateway open(Map<String, String> keys) {
        return open(keys, Map.of(), FallbackCredential.NONE, cloud());
    }

    ArmGateway open(Map<String, String> keys, Map<String, String> environment, FallbackCredential fallback,
            AzureCloud cloud) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("subscriptionId", ScriptedArm.SUBSCRIPTION).put("resourceGroup", "rg").put("location", "eastus");
        keys.forEach((key, value) -> {
            if (value.startsWith("{")) {
                json.set(key, ArmBodies.read(value.getBytes(StandardCharsets.UTF_8)).orElseThrow());
            } else if (value.equals("true")) {
                json.put(key, true);
            } else {
                json.put(key, value);
            }
        });
        CloudConfig config = CloudConfigParser.parse(new ConfigLayer("azure.json", json.toString()), environment)
                .orThrow();
        CredentialChoice choice = CredentialChoice.optional(config, "azure.json");
        ArmClientSettings usual = ArmClientSettings.of(config.arm(), "agent/1");
        ArmClientSettings settings = new ArmClientSettings(usual.userAgent(), usual.operations(), usual.answers(),
                Duration.ofMinutes(2), Duration.ofMinutes(2), usual.recycleBelow());
        return ArmConnection.open(new ArmConnection.Account(config, cloud, choice.credentials(), fallback),
                TrustFiles.SHARED.context(), settings, (verb, target, status, took, remaining) -> {},
                new VirtualClock());
    }

    /** The forms sent to the token endpoint, decoded. */
    List<String> tokenForms() {
        return server.requests()
                .stream()
                .filter(request -> request.path().contains("/oauth2/"))
                .map(request -> request.path() + " " + URLDecoder.decode(request.body(), StandardCharsets.UTF_8))
                .toList();
    }

    /** Requests to ARM, in order. */
    List<ScriptedServer.Request> armRequests() {
        return server.requests().stream().filter(request -> request.path().startsWith("/subscriptions/")).toList();
    }

    private ScriptedServer.Answer answer(ScriptedServer.Request request) {
        String path = request.path();
        if (path.contains("/.well-known/openid-configuration"))
            return json("{\"issuer\":\"{base}/x/v2.0\",\"authorization_endpoint\":\"{base}/x/authorize\","
                    + "\"token_endpoint\":\"{base}" + path.substring(0, path.indexOf("/v2.0"))
                    + "/oauth2/v2.0/token\"}");
        if (path.contains("/oauth2/v2.0/token")) {
            if (!refusal.isEmpty())
                return new ScriptedServer.Answer(401, Map.of("Content-Type", "application/json"),
                        "{\"error\":\"invalid_client\",\"error_description\":\"" + refusal + "\"}");
            String client = request.body().replaceAll(".*client_id=([^&]*).*", "$1");
            return json("{\"token_type\":\"Bearer\",\"expires_in\":" + Duration.ofDays(3650).toSeconds()
                    + ",\"access_token\":\"" + path.split("/")[1] + "/" + client + "\"}");
        }
        if (path.contains("/vaults/"))
            return json("{\"properties\":{\"vaultUri\":\"{base}/\"}}");
        if (path.startsWith("/secrets/"))
            return json(vaultSecret);
        return json(ScriptedArm.shown(ArmId.parse(path.replaceAll("\\?.*", "")), ""));
    }

    private static ScriptedServer.Answer json(String body) {
        return new ScriptedServer.Answer(200, Map.of("Content-Type", "application/json"), body);
    }

    @Override
    public void close() {
        server.close();
    }
}
