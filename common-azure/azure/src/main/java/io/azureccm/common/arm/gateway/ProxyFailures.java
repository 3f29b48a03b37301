package io.azureccm.common.arm.gateway;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.Context;
import io.azureccm.common.arm.http.ArmEndpoint;
import io.azureccm.common.arm.http.ConnectionFailures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import reactor.core.publisher.Mono;

/** Says of a request that got no connection that its proxy is the reason: the JDK's exceptions do not, and its 407 looks like a response. */
public record ProxyFailures(HttpProxies proxies) {
    private static final Set<String> NO_CONNECTION = Set.of("ConnectionRefused", "UnknownHost", "ConnectTimeout");
    private static final String DENIED = "Tunnel failed, got: ";
    private static final int LOGIN = 407;

    /** As a client that knows of proxies does: their failures are explained. */
    public <T> java.net.http.HttpResponse<T> send(java.net.http.HttpClient client, java.net.http.HttpRequest request,
            java.net.http.HttpResponse.BodyHandler<T> body) throws IOException, InterruptedException {
        java.net.http.HttpResponse<T> response;
        try {
            response = client.send(request, body);
        } catch (IOException failed) {
            throw explained(request.uri(), failed);
        }
        require(request.uri(), response.statusCode());
        return response;
    }

    /** The exception as it is, unless it is about the proxy of this URL. */
    private IOException explained(URI url, IOException failed) {
        Optional<URI> proxy = proxies.proxyOf(url);
        Optional<ConnectionFailures.Failure> failure = proxy
                .flatMap(each -> ConnectionFailures.of(failed, HttpProxies.server(each)));
        if (failure.isEmpty())
            return failed;
        if (NO_CONNECTION.contains(failure.get().code()))
            return known(url, failure.get().code(), failure.get().text(), failed);
        String text = failure.get().text();
        int denied = text.indexOf(DENIED);
        if (denied >= 0)
            return denied(url, proxy.get(), "denies it with HTTP " + text.substring(denied + DENIED.length()), failed);
        return proxy.get().getRawUserInfo() != null && isLogin(failed)
                ? denied(url, proxy.get(), "does not accept the user and the password", failed)
                : failed;
    }

    /** Throws if this status is not that of the server, but of its proxy. */
    private void require(URI url, int status) throws IOException {
        Optional<URI> proxy = status == LOGIN ? proxies.proxyOf(url) : Optional.empty();
        if (proxy.isPresent())
            throw denied(url, proxy.get(), proxy.get().getRawUserInfo() == null
                    ? "requires a user and a password"
                    : "does not accept the user and the password", null);
    }

    /** If the proxy closes the connection with its second refusal, the JDK fails by a {@code NullPointerException}. */
    private static boolean isLogin(Throwable failed) {
        for (Throwable at = failed; at != null; at = at.getCause())
            if (at instanceof NullPointerException
                    || String.valueOf(at.getMessage()).contains("too many authentication attempts"))
                return true;
        return false;
    }

    private static IOException denied(URI url, URI proxy, String why, Throwable failed) {
        return known(url, "ProxyRefused", HttpProxies.server(proxy) + " " + why, failed);
    }

    private static IOException known(URI url, String code, String why, Throwable failed) {
        String variable = "https".equalsIgnoreCase(url.getScheme()) ? "HTTPS_PROXY" : "HTTP_PROXY";
        return new ConnectionFailures.Known(new ConnectionFailures.Failure(code, "no connection to "
                + ArmEndpoint.server(url) + " through the proxy in " + variable + ": " + why, false), failed);
    }

    /** The client with the failures of proxies explained. */
    HttpClient around(HttpClient client) {
        return proxies.https().isEmpty() && proxies.http().isEmpty() ? client : new Explaining(client, this);
    }

    private record Explaining(HttpClient client, ProxyFailures failures) implements HttpClient {
        @Override
        public Mono<HttpResponse> send(HttpRequest request) {
            return Mono.fromCallable(() -> sendSync(request, Context.NONE));
        }

        @Override
        public HttpResponse sendSync(HttpRequest request, Context context) {
            URI url = URI.create(request.getUrl().toString());
            try {
                HttpResponse response = client.sendSync(request, context);
                failures.require(url, response.getStatusCode());
                return response;
            } catch (UncheckedIOException failed) {
                throw new UncheckedIOException(failures.explained(url, failed.getCause()));
            } catch (IOException refused) {
                throw new UncheckedIOException(refused);
            }
        }
    }
}
