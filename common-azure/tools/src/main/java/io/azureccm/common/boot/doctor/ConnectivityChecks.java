package io.azureccm.common.boot.doctor;

import io.azureccm.common.arm.gateway.HttpProxies;
import io.azureccm.common.arm.gateway.ProxyFailures;
import io.azureccm.common.arm.http.ConnectionFailures;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** Checks whether the hosts of a cloud resolve, whether ARM responds at all, and how far this machine's clock is from ARM's. */
final class ConnectivityChecks {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Duration UNUSUAL = Duration.ofSeconds(30);
    private static final Duration REFUSED = Duration.ofMinutes(5);
    private static final int HTTPS = 443;

    private final URI address;
    private final SSLContext tls;
    private final HttpProxies proxies;
    private final InstantSource clock;

    /** {@code endpoint}: the ARM endpoint from the cloud or the cloud config. */
    ConnectivityChecks(String endpoint, SSLContext tls, HttpProxies proxies, InstantSource clock) {
        this.proxies = proxies;
        this.address = URI.create(endpoint).resolve("/subscriptions?api-version=2021-04-01");
        this.tls = tls;
        this.clock = clock;
    }

    List<Finding> findings() throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        findings.add(name(address.toString(), proxies));
        if (findings.getFirst().result() == Finding.Result.OK)
            findings.addAll(arm());
        return findings;
    }

    /** Checks whether the host of a URL resolves, unless that is up to a proxy. */
    static Finding name(String url, HttpProxies proxies) {
        String host = Optional.ofNullable(URI.create(url).getHost()).orElse(url);
        Optional<URI> proxy = proxies.proxyOf(URI.create(url));
        if (proxy.isPresent())
            return Finding.ok("dns", host + " is left to the proxy " + proxy.get().getHost());
        return resolves(host)
                ? Finding.ok("dns", host + " resolves")
                : Finding.failure("dns", "DNS does not resolve " + host, "nslookup " + host
                        + "; in a pod without cluster DNS: helm upgrade ... --set dnsPolicy=Default");
    }

    /** Sends a request without a token: a refusal also shows that ARM is reachable. */
    private List<Finding> arm() throws InterruptedException {
        try (HttpClient http = proxies.around(HttpClient.newBuilder().sslContext(tls).connectTimeout(LIMIT)).build()) {
            HttpResponse<Void> response = new ProxyFailures(proxies).send(http,
                    HttpRequest.newBuilder(address).timeout(LIMIT).build(), HttpResponse.BodyHandlers.discarding());
            return List.of(Finding.ok("arm", address.getHost() + " answers"),
                    clock(response.headers().firstValue("Date").flatMap(ConnectivityChecks::date)));
        } catch (IOException failure) {
            int port = address.getPort() < 0 ? HTTPS : address.getPort();
            return List.of(Finding.failure("arm", ConnectionFailures.of(failure, address.getHost() + ":" + port)
                    .map(ConnectionFailures.Failure::text)
                    .orElse(address.getHost() + " does not answer"), remedy()));
        }
    }

    private String remedy() {
        String curl = "curl -sv https://" + address.getAuthority() + "/ ; ";
        return proxies.proxyOf(address).isPresent()
                ? curl + "correct HTTPS_PROXY, or name hosts that need no proxy in NO_PROXY"
                : curl + "open 443 to the service tag AzureResourceManager:"
                        + " az network nsg rule create --access Allow --direction Outbound"
                        + " --destination-address-prefixes AzureResourceManager --destination-port-ranges 443 ...";
    }

    private Finding clock(Optional<Instant> theirs) {
        if (theirs.isEmpty())
            return Finding.warning("clock", "the response of ARM has no date to compare with", "date -u");
        Duration skew = Duration.between(theirs.get(), clock.instant());
        String line = "this machine is " + skew.abs().toSeconds() + " s " + (skew.isNegative() ? "behind" : "ahead of")
                + " ARM";
        String remedy = "sudo timedatectl set-ntp true && sudo chronyc makestep";
        if (skew.abs().compareTo(REFUSED) >= 0)
            return Finding.failure("clock", line + ": tokens are rejected", remedy);
        return skew.abs().compareTo(UNUSUAL) >= 0
                ? Finding.warning("clock", line, remedy)
                : Finding.ok("clock", "within " + UNUSUAL.toSeconds() + " s of ARM");
    }

    private static Optional<Instant> date(String header) {
        try {
            return Optional.of(ZonedDateTime.parse(header, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
        } catch (DateTimeException unreadable) {
            return Optional.empty();
        }
    }

    private static boolean resolves(String host) {
        try {
            return InetAddress.getAllByName(host).length > 0;
        } catch (UnknownHostException unknown) {
            return false;
        }
    }
}
