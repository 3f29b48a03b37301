package io.azureccm.common.config.cloud;

import java.io.IOException;
import java.net.URI;

/** Fetches the metadata document of a Resource Manager, without a token. */
@FunctionalInterface
public interface CloudMetadataReader {

    /**
     * Returns the body of a GET.
     *
     * @param url          {@code <endpoint>/metadata/endpoints?api-version=...}
     * @throws IOException if the response is not 200; the message says why
     */
    byte[] get(URI url) throws IOException, InterruptedException;
}
