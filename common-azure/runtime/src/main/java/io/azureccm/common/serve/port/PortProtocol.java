package io.azureccm.common.serve.port;

import io.azureccm.common.serve.port.PortConnections.Ends;
import org.apache.coyote.ActionCode;
import org.apache.coyote.Adapter;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.coyote.UpgradeProtocol;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.net.SocketEvent;

/** Tomcat's HTTP with the limits of {@link PortEndpoint}. Tomcat creates it by its class name. */
public final class PortProtocol extends Http11NioProtocol {
    private static final int STREAMS = 16;

    private final PortConnections connections;

    public PortProtocol() {
        this(new PortEndpoint());
    }

    private PortProtocol(PortEndpoint endpoint) {
        super(endpoint);
        this.connections = endpoint.guarded();
    }

    @Override
    public void setAdapter(Adapter adapter) {
        super.setAdapter(new Counting(adapter, connections));
    }

    /** Each stream of a connection takes memory while it waits for an answer. */
    @Override
    public void addUpgradeProtocol(UpgradeProtocol upgrade) {
        if (upgrade instanceof Http2Protocol http2)
            http2.setMaxConcurrentStreams(STREAMS);
        super.addUpgradeProtocol(upgrade);
    }

    /** Notes the begin and the end of each request with its connection. */
    private record Counting(Adapter adapter, PortConnections connections) implements Adapter {
        @Override
        public void service(Request request, Response response) throws Exception {
            PortConnection connection = connections.of(ends(request)).orElse(null);
            if (connection != null)
                connection.began(System.nanoTime());
            try {
                adapter.service(request, response);
            } finally {
                if (connection != null)
                    connection.answered(System.nanoTime());
            }
        }

        private static Ends ends(Request request) {
            request.action(ActionCode.REQ_HOST_ADDR_ATTRIBUTE, null);
            request.action(ActionCode.REQ_REMOTEPORT_ATTRIBUTE, null);
            request.action(ActionCode.REQ_LOCAL_ADDR_ATTRIBUTE, null);
            return new Ends(request.remoteAddr().toString(), request.getRemotePort(), request.localAddr().toString());
        }

        @Override
        public boolean prepare(Request request, Response response) throws Exception {
            return adapter.prepare(request, response);
        }

        @Override
        public boolean asyncDispatch(Request request, Response response, SocketEvent event) throws Exception {
            return adapter.asyncDispatch(request, response, event);
        }

        @Override
        public void log(Request request, Response response, long time) {
            adapter.log(request, response, time);
        }

        @Override
        public void checkRecycled(Request request, Response response) {
            adapter.checkRecycled(request, response);
        }

        @Override
        public String getDomain() {
            return adapter.getDomain();
        }
    }
}
