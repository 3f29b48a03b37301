package io.azureccm.common.serve;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.common.config.options.AuthenticationOptions;
import io.azureccm.common.config.options.AuthenticationOptions.FrontProxyOptions;
import io.azureccm.common.kube.informer.ResourceInformer;
import io.azureccm.common.kube.informer.ResourceListener;
import io.azureccm.common.tls.CertificateFiles;
import io.azureccm.common.tls.ReloadedTrust;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.X509ExtendedTrustManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The current CAs of client certificates and of front proxies: from the files of the flags, otherwise from the config map
 * that a kube-apiserver maintains for extension servers like this one. Until it has been read, and while it contains nothing
 * usable, no client certificate is accepted.
 */
public final class ClusterAuthorities implements ResourceListener<ConfigMap>, AutoCloseable {
    /** Where a kube-apiserver publishes the CAs it verifies clients with. */
    public static final String NAMESPACE = "kube-system";
    public static final String NAME = "extension-apiserver-authentication";
    private static final Logger LOG = LoggerFactory.getLogger(ClusterAuthorities.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SOURCE = NAMESPACE + "/" + NAME;
    private static final String CLIENT_CA = "client-ca-file";
    private static final String PROXY_CA = "requestheader-client-ca-file";

    private final Optional<X509ExtendedTrustManager> ownClients;
    private final Optional<FrontProxy> ownProxy;
    private final Optional<ResourceInformer<ConfigMap>> informer;
    private volatile Optional<X509ExtendedTrustManager> clusterClients = Optional.empty();
    private volatile Optional<FrontProxy> clusterProxy = Optional.empty();

    /**
     * Reads the files of the flags now; throws an {@link IllegalArgumentException} with a one-line message if they cannot be
     * used. The informer of the config map is only requested if something from it is needed.
     */
    public ClusterAuthorities(AuthenticationOptions options, Supplier<ResourceInformer<ConfigMap>> configMap) {
        FrontProxyOptions proxy = options.frontProxy();
        this.ownClients = file(CLIENT_CA, options.clientCaFile());
        this.ownProxy = file(PROXY_CA, proxy.caFile()).map(trust -> new FrontProxy(trust, proxy));
        boolean needed = !options.skipLookup() && (ownClients.isEmpty() || ownProxy.isEmpty());
        this.informer = needed ? Optional.of(configMap.get().listen(this)) : Optional.empty();
    }

    /** Throws what the constructor would throw with these options. */
    public static void check(AuthenticationOptions options) {
        file(CLIENT_CA, options.clientCaFile());
        file(PROXY_CA, options.frontProxy().caFile());
    }

    private static Optional<X509ExtendedTrustManager> file(String flag, String file) {
        return file.isEmpty()
                ? Optional.empty()
                : Optional.of(new ReloadedTrust(() -> CertificateFiles.ofFile(flag, Path.of(file))));
    }

    /** Starts to follow the config map. */
    public void start() {
        informer.ifPresent(ResourceInformer::start);
    }

    /** The user whom a front proxy names, or else the one of a client certificate. */
    Optional<UserInfo> user(Credentials shown) {
        return ownProxy.or(() -> clusterProxy)
                .flatMap(proxy -> proxy.user(shown))
                .or(() -> ownClients.or(() -> clusterClients)
                        .filter(trust -> CertificateUsers.isSigned(shown.certificates(), trust))
                        .flatMap(trust -> CertificateUsers.user(shown.certificates().getFirst())));
    }

    @Override
    public void added(ConfigMap object) {
        take(object.getData() == null ? Map.of() : object.getData());
    }

    @Override
    public void updated(ConfigMap before, ConfigMap after) {
        added(after);
    }

    @Override
    public void deleted(ConfigMap last, boolean lastStateUnknown) {
        take(Map.of());
    }

    /** Invalid content leaves the previous content in use: a typing error must not lock out known users. */
    private void take(Map<String, String> data) {
        try {
            clusterClients = authorities(data, CLIENT_CA);
            LOG.debug("Client certificates are verified with {} of {}", CLIENT_CA, SOURCE);
        } catch (IllegalArgumentException unusable) {
            LOG.warn("{}; the previous CAs stay in use", unusable.getMessage());
        }
        try {
            clusterProxy = authorities(data, PROXY_CA).map(trust -> new FrontProxy(trust, names(data)));
        } catch (IllegalArgumentException unusable) {
            LOG.warn("{}; the previous front proxy stays in use", unusable.getMessage());
        }
    }

    private static Optional<X509ExtendedTrustManager> authorities(Map<String, String> data, String key) {
        String text = data.getOrDefault(key, "");
        return text.isBlank()
                ? Optional.empty()
                : Optional.of(CertificateFiles.trust(CertificateFiles.ofText(key, SOURCE, text)));
    }

    private static FrontProxyOptions names(Map<String, String> data) {
        return new FrontProxyOptions("", list(data, "requestheader-allowed-names"),
                list(data, "requestheader-username-headers"), list(data, "requestheader-uid-headers"),
                list(data, "requestheader-group-headers"), list(data, "requestheader-extra-headers-prefix"));
    }

    private static List<String> list(Map<String, String> data, String key) {
        String text = data.getOrDefault(key, "");
        try {
            return text.isBlank() ? List.of() : List.of(JSON.readValue(text, String[].class));
        } catch (JsonProcessingException | NullPointerException unreadable) {
            throw new IllegalArgumentException(key + ": " + SOURCE + " contains no JSON list of strings", unreadable);
        }
    }

    @Override
    public void close() {
        informer.ifPresent(ResourceInformer::close);
    }
}
