package io.azureccm.common.machine.imds;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.common.machine.MachineLookup;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The instance metadata service at {@link #ADDRESS} of each Azure machine. It is queried without proxies; what it returns
 * about the machine is the same as in ARM.
 */
public final class InstanceMetadata {
    public static final String ADDRESS = "http://169.254.169.254";
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(20);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int UNKNOWN_VERSION = 400;
    /**
     * The versions that first have interconnect groups, physical zones, and everything else that is read. Not every region
     * and cloud has the newest ones.
     */
    private static final List<String> VERSIONS = List.of("2025-11-15", "2025-04-07", "2021-10-01");

    private final String address;
    private final HttpClient client;

    /** {@code address} is the base URL of the service, without a trailing slash. */
    public InstanceMetadata(String address) {
        this.address = address;
        this.client = HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).connectTimeout(CONNECT).build();
    }

    /** This machine; {@link MachineLookup.Incomplete} while the service does not return all that is needed. */
    public MachineLookup read(Instant now) throws IOException, InterruptedException {
        JsonNode instance = instance();
        JsonNode balancer = MetadataResponse.needsBalancer(instance)
                ? balancer()
                : JSON.createObjectNode();
        return new MetadataResponse(instance, balancer, now).lookup();
    }

    /** In the newest version that the service knows. */
    private JsonNode instance() throws IOException, InterruptedException {
        HttpResponse<byte[]> response = null;
        for (String version : VERSIONS) {
            response = get("/metadata/instance?format=json&api-version=" + version);
            if (response.statusCode() != UNKNOWN_VERSION)
                break;
        }
        return json(response);
    }

    /** A machine without load balancer has no such document. */
    private JsonNode balancer() throws InterruptedException {
        try {
            return json(get("/metadata/loadbalancer?format=json&api-version=2020-10-01"));
        } catch (IOException none) {
            return JSON.createObjectNode();
        }
    }

    private HttpResponse<byte[]> get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path))
                .timeout(ANSWER)
                .header("Metadata", "true")
                .header("User-Agent", "azureccm-node-controller")
                .build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        } catch (ConnectException unreachable) {
            throw new IOException("no connection to " + address, unreachable);
        } catch (HttpTimeoutException late) {
            throw new IOException("no response of " + address + " in time", late);
        }
    }

    private JsonNode json(HttpResponse<byte[]> response) throws IOException {
        if (response.statusCode() != 200)
            throw new IOException("answer " + response.statusCode() + " of " + address);
        try {
            return JSON.readTree(response.body());
        } catch (JsonProcessingException unreadable) {
            throw new IOException("a response of " + address + " that is not JSON", unreadable);
        }
    }
}
