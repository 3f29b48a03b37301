package io.azureccm.common.config.options;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Who is taken for whom on the port; strings are empty when not set.
 *
 * @param kubeconfig   the way to the API that reviews tokens and has the config map; empty for the one of the controller
 * @param clientCaFile CAs of client certificates; when set, those of the cluster are not looked up
 * @param skipLookup   whether the config map of the cluster is left alone
 * @param tokenTtl     how long the review of a token counts
 */
public record AuthenticationOptions(String kubeconfig, String clientCaFile, FrontProxyOptions frontProxy,
        boolean skipLookup, Duration tokenTtl) {

    /**
     * A proxy in front that names users in headers; when its CA file is set, that of the cluster is not looked up.
     *
     * @param allowedNames common names its certificate may have; empty for any
     */
    public record FrontProxyOptions(String caFile, List<String> allowedNames, List<String> userHeaders,
            List<String> uidHeaders, List<String> groupHeaders, List<String> extraPrefixes) {

        public FrontProxyOptions {
            Objects.requireNonNull(caFile);
            allowedNames = List.copyOf(allowedNames);
            userHeaders = List.copyOf(userHeaders);
            uidHeaders = List.copyOf(uidHeaders);
            groupHeaders = List.copyOf(groupHeaders);
            extraPrefixes = List.copyOf(extraPrefixes);
        }
    }

    public AuthenticationOptions {
        Objects.requireNonNull(kubeconfig);
        Objects.requireNonNull(clientCaFile);
        Objects.requireNonNull(frontProxy);
        Objects.requireNonNull(tokenTtl);
    }
}
